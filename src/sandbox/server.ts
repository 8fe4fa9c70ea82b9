import { once } from 'node:events';
import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import type { SeedName } from '../contract/enumerations.ts';
import { seededRandom } from '../util/random.ts';
import { Faults } from './http/faults.ts';
import { debugHandlers } from './control/debug/debugHandlers.ts';
import { DebugRuns } from './control/debug/debugRuns.ts';
import { controlHandlers, keyHandlers } from './control/handlers.ts';
import { phoneHandlers } from './control/phones/phoneHandlers.ts';
import { RealPhones } from './control/phones/realPhones.ts';
import { Snapshots } from './control/snapshots.ts';
import { trialRunHandlers, Trials } from './control/trials.ts';
import { stateHandlers, WholeState } from './control/wholeState.ts';
import type { AdbAddress } from './drivers/adb/adbConnection.ts';
import { Events } from './runtime/events.ts';
import { createPages } from './http/pages.ts';
import { AccessKey } from './http/accessKey.ts';
import { createApp } from './http/app.ts';
import { BASE_PATH } from './http/routes.ts';
import { RequestTurns } from './http/requestTurns.ts';
import { JobQueue } from './runtime/jobQueue.ts';
import { type Log, lineLog } from './runtime/log.ts';
import { MovableClock } from './runtime/movableClock.ts';
import { drawIn, DisplayPictures } from './runtime/pictures.ts';
import { features, handlers } from './features.ts';
import { seedStore } from './demo/seedStore.ts';
import type { Service, ServiceSettings } from './runtime/service.ts';
import type { StepKinds } from './runtime/step.ts';
import { Store } from './store/store.ts';
import { closeServer } from '../util/closeServer.ts';
import { portOf } from '../util/loopback.ts';

/** The settings of a sandbox; by default it behaves like the real service and logs nothing. */
export interface SandboxSettings extends Partial<ServiceSettings> {
  readonly key: string;
  /** The port on the loopback address; 0 uses a free one. */
  readonly port: number;
  /** The SQLite file for the data; undefined keeps it in memory. */
  readonly dataFile: string | undefined;
  /** The initial data of a new data file. */
  readonly seed: SeedName;
  /** The seed of all random choices; 1 by default. */
  readonly seedNumber?: number;
  /** The ports of this computer that steps and deliveries may call initially. */
  readonly loopbackPorts?: readonly number[];
  /** The adb server whose phones users can add; that of this computer by default. */
  readonly adb?: AdbAddress;
  /** True to offer the control operations for faults and the clock. */
  readonly control?: boolean;
  readonly clock?: MovableClock;
  /** True to validate replies against the contract and answer 500 for violations; for tests. */
  readonly checkAnswers?: boolean;
  readonly log?: Log;
  /** A file that draws pictures as a worker thread (`answerPictures`); without it, the thread of the server draws. */
  readonly pictureThread?: URL | undefined;
}

type Settings = SandboxSettings & ReturnType<typeof defaults>;

/** A running sandbox. */
export interface Sandbox {
  readonly baseUrl: string;
  readonly service: Service;
  readonly phones: RealPhones;
  /** Stops it: closes open connections, leaves jobs for the next start, and saves the data. */
  stop(): Promise<void>;
}

/** The port of an adb server unless the environment says another one. */
const ADB_PORT = 5037;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_TIMEOUT_MS = 30_000;
const MAX_CONNECTIONS = 512;

/** Starts a sandbox on the loopback address. Throws DataFileError if the data file cannot be used. */
export async function startSandbox(given: SandboxSettings): Promise<Sandbox> {
  const settings = { ...defaults(), ...given };
  const store = new Store(settings.dataFile);
  try {
    if (settings.dataFile !== undefined) store.refuseDamage();
    seedStore(store, settings.clock, settings.seed, settings.seedNumber);
    const address = { origin: '' };
    const end = new AbortController();
    // A separate generator, so that faults do not depend on other random choices.
    const faults = new Faults(seededRandom(settings.seedNumber).next);
    const drawing = drawIn(settings.pictureThread);
    const pictures = new DisplayPictures(drawing.draw);
    const service = createService(store, settings, address, end.signal, faults, pictures);
    const phones = new RealPhones(service, settings.adb);
    const server = await listen(service, settings, faults, phones);
    address.origin = `http://127.0.0.1:${portOf(server)}`;
    resume(service, phones);
    return {
      baseUrl: `${address.origin}${BASE_PATH}`,
      service,
      phones,
      stop: async () => {
        await stop(server, service, end);
        await drawing.stop();
      },
    };
  } catch (error) {
    store.close();
    throw error;
  }
}

function defaults(): Required<Omit<SandboxSettings, 'key' | 'port' | 'dataFile' | 'seed' | 'pictureThread'>> {
  return {
    seedNumber: 1,
    loopbackWebhooks: false,
    loopbackPorts: [],
    timeScale: 1,
    schedules: true,
    traces: { runs: 20, days: 14 },
    adb: { host: '127.0.0.1', port: ADB_PORT },
    control: false,
    clock: new MovableClock(),
    checkAnswers: false,
    log: lineLog(() => undefined),
  };
}

function createService(
  store: Store,
  { clock, log, seedNumber, loopbackWebhooks, loopbackPorts, timeScale, schedules, traces }: Settings,
  address: { readonly origin: string },
  ending: AbortSignal,
  faults: Faults,
  pictures: DisplayPictures,
): Service {
  return {
    store,
    clock,
    log,
    random: seededRandom(seedNumber).next,
    events: new Events(),
    jobs: new JobQueue(store, clock, log),
    steps: allSteps('steps'),
    settings: { loopbackWebhooks, timeScale, schedules, traces },
    loopbackPorts: new Set(loopbackPorts),
    controls: new Map(),
    drivers: new Map(),
    pictures,
    layoutOf: deviceId => faults.ofScreen('layout', deviceId),
    slowScreenOf: deviceId => faults.ofScreen('slowScreen', deviceId),
    ending,
    get origin() {
      return address.origin;
    },
  };
}

function allSteps(which: 'steps' | 'trialSteps'): StepKinds {
  return features.reduce<StepKinds>((all, feature) => ({ ...all, ...feature[which] }), {});
}

// Called at startup and whenever all data has been replaced.
function resume(service: Service, phones: RealPhones): void {
  phones.resume();
  for (const feature of features) feature.resume?.(service);
  service.jobs.start(
    service,
    features.flatMap(feature => feature.jobs ?? []),
  );
}

async function listen(
  service: Service,
  settings: Settings,
  faults: Faults,
  phones: RealPhones,
): Promise<Server> {
  for (const feature of features) feature.start?.(service);
  const { clock, control, dataFile, log, seedNumber } = settings;
  const snapshots = new Snapshots(dataFile === undefined ? undefined : `${dataFile}.snapshots`, log);
  const trials = new Trials(service, allSteps('trialSteps'));
  const debugRuns = new DebugRuns(service, allSteps('trialSteps'), trials);
  const state = new WholeState(service, {
    seedNumber,
    snapshots,
    temporary: [trials, debugRuns],
    resume: () => {
      debugRuns.resume();
      resume(service, phones);
    },
  });
  const accessKey = new AccessKey(service.store, settings.key);
  const app = createApp(service, {
    ...settings,
    accessKey,
    handlers: {
      ...handlers,
      ...controlHandlers(faults, clock),
      ...stateHandlers(state),
      ...trialRunHandlers(trials),
      ...debugHandlers(debugRuns),
      ...keyHandlers(accessKey),
      ...phoneHandlers(phones),
    },
    pages: createPages(service, features, control),
    faults,
  });
  const turns = new RequestTurns();
  const fetch: typeof app.fetch = async (request, ...rest) => {
    await turns.next();
    return app.fetch(request, ...rest);
  };
  const server = serve({ fetch, hostname: '127.0.0.1', port: settings.port }) as Server;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  server.maxConnections = MAX_CONNECTIONS;
  await once(server, 'listening');
  return server;
}

async function stop(server: Server, { jobs, store, drivers }: Service, end: AbortController): Promise<void> {
  await closeServer(server);
  end.abort(new Error('The sandbox ends.'));
  await jobs.stop();
  await Promise.all([...drivers.values()].map(driver => driver.close()));
  store.close();
}
