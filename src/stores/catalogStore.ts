import type { Client } from '../client/client.ts';
import {
  createCatalog,
  type ElementParam,
  type FlowCatalog,
  type KnownReferences,
  type NamedReference,
  withElementParams,
} from '../flow/catalog.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import { Emitter, type Event } from '../util/emitter.ts';
import type { LearnedOutputs, RanStep } from '../flow/data/learnedOutputs.ts';
import { toError } from '../util/errors.ts';
import { gotNoAnswer } from '../client/failure.ts';
import { BackgroundReads } from './backgroundReads.ts';
import { readInstalledApps } from './installedApps.ts';
import type { Session } from './session.ts';
import type { JsonObject } from '../util/isObject.ts';
import { parseJsonOrUndefined } from '../util/jsonText.ts';

/** Persistent storage of one value per connection. */
interface KeptValues<T> {
  /** Returns the stored value of a connection, or undefined if there is none or it cannot be read. */
  read(connectionId: string): Promise<T | undefined>;
  write(connectionId: string, value: T): Promise<void>;
  /** Deletes the stored value of a connection, if any. */
  delete(connectionId: string): Promise<void>;
}

/** The storage of catalogs, as `decodeCatalog` reads them. */
export type KeptCatalogs = KeptValues<Uint8Array>;

/** The storage of what was learned from runs about the outputs of actions. */
export type KeptOutputs = KeptValues<string>;

/** The answers of the user about how actions take elements; undefined if nobody was asked. */
interface ElementAnswers {
  elementParam(connectionId: string, actionId: string): ElementParam | null | undefined;
  readonly onDidChange: Event<void>;
}

/** The catalog of a connection and the state of its reading. */
export interface CatalogState {
  readonly catalog: FlowCatalog;
  /** Number of known actions. */
  readonly count: number;
  /** Names of the services that the actions belong to. */
  readonly services: readonly string[];
  /** Time at which the catalog was read from the service; undefined while nothing is known. */
  readonly readAt: Date | undefined;
  /** True if the catalog comes from storage or from the extension's files. */
  readonly kept: boolean;
  readonly reading: boolean;
  /** Error of the last read. */
  readonly error: Error | undefined;
}

/** An empty, incomplete catalog: the lack of an entry does not count as an error. */
const NO_CATALOG: CatalogState = {
  catalog: { ...createCatalog([]), isComplete: false },
  count: 0,
  services: [],
  readAt: undefined,
  kept: false,
  reading: false,
  error: undefined,
};

/**
 * The catalog of a connection: first the stored one, then one read completely each time the connection opens.
 * Does nothing until `start` is called, which also opens the connection.
 */
export class CatalogStore implements Disposable {
  readonly #session: Session;
  readonly #keeper: KeptCatalogs;
  readonly #outputs: KeptOutputs | undefined;
  readonly #answers: ElementAnswers | undefined;
  readonly #changed = new Emitter<void>();
  readonly #onError: (error: unknown) => void;
  readonly #disposables = new Disposables();
  #started = false;
  #state = NO_CATALOG;
  /** Aborts the read of a previous connection, or one that has been replaced. */
  #loading = new AbortController();
  #reading: Promise<void> = Promise.resolve();
  #connectionId: string | undefined;
  #client: Client | undefined;
  /** The outputs learned from runs on the active connection; undefined until they are needed. */
  #learned: LearnedOutputs | undefined;

  readonly onDidChange = this.#changed.event;
  /** The apps on the devices of the connection, by package name. */
  readonly installedApps: BackgroundReads<readonly NamedReference[]>;
  readonly #capabilities: BackgroundReads<JsonObject>;

  /**
   * `onError` receives errors that are not thrown: failed reads and failed writes of what is stored. Without `outputs`,
   * what is learned from runs is not stored. The actions of the catalog have the `answers` of the user about them.
   */
  constructor(
    session: Session,
    keeper: KeptCatalogs,
    onError: (error: unknown) => void,
    outputs?: KeptOutputs,
    answers?: ElementAnswers,
  ) {
    this.#session = session;
    this.#keeper = keeper;
    this.#onError = onError;
    this.#outputs = outputs;
    this.#answers = answers;
    this.installedApps = this.#disposables.add(new BackgroundReads(session, readInstalledApps));
    this.#capabilities = this.#disposables.add(new BackgroundReads(session, readCapabilities));
    for (const reads of [this.installedApps, this.#capabilities])
      this.#disposables.add(reads.onDidChange(() => this.#renew()));
    if (answers) this.#disposables.add(answers.onDidChange(() => this.#renew()));
  }

  get state(): CatalogState {
    return this.#state;
  }

  get catalog(): FlowCatalog {
    return this.#state.catalog;
  }

  /** True after `start`. */
  get isStarted(): boolean {
    return this.#started;
  }

  /** Starts following the connection, opening it if it is active and closed. Further calls do nothing. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    this.#disposables.add(this.#session.onDidChange(() => void this.#follow()));
    this.#disposables.add(this.#session.onReachable(() => this.#recover()));
    void this.#follow();
  }

  /**
   * Reads the catalog again, opening the connection if needed, or waits for a read in progress. Rejects if the read
   * fails.
   */
  async refresh(): Promise<void> {
    this.start();
    for (let isCut = true; isCut;) {
      const client = await this.#session.client();
      if (client === this.#client && !this.#state.reading) this.#load(client);
      const { signal } = this.#loading;
      await this.#reading;
      // The connection was closed meanwhile, as when another one became active.
      isCut = signal.aborted && this.#session.state.kind === 'closed';
    }
    if (this.#state.error) throw this.#state.error;
  }

  /** Learns the outputs of actions from the steps of a run on the active connection: their names and types only. */
  async learnOutputs(ran: readonly RanStep[]): Promise<void> {
    const connectionId = this.#connectionId;
    if (connectionId === undefined || !ran.some(({ output }) => output !== undefined)) return;
    // Loaded at the first run, to keep the activation of the extension fast.
    const { LearnedOutputs: Outputs } = await import('../flow/data/learnedOutputs.ts');
    if (this.#connectionId !== connectionId) return;
    const learned = (this.#learned ??= new Outputs());
    if (!learned.learn(ran)) return;
    this.#renew();
    await this.#outputs?.write(connectionId, JSON.stringify(learned.saved)).catch(this.#onError);
  }

  /** Deletes everything that is stored for a connection, and clears the state if that connection is active. */
  async forget(connectionId: string): Promise<void> {
    if (connectionId === this.#connectionId) {
      this.#stop();
      this.#learned = undefined;
      this.#setState(NO_CATALOG);
    }
    // Otherwise, a read in progress could write the catalog again after its deletion.
    await this.#reading;
    await this.#keeper.delete(connectionId);
    await this.#outputs?.delete(connectionId);
  }

  dispose(): void {
    this.#loading.abort();
    this.#disposables.dispose();
    this.#changed.dispose();
  }

  async #follow(): Promise<void> {
    const { connection, state } = this.#session;
    const client = state.kind === 'open' ? state.client : undefined;
    const isOtherConnection = connection?.id !== this.#connectionId;
    this.#connectionId = connection?.id;
    if (isOtherConnection) {
      this.#stop();
      this.#learned = undefined;
      this.#setState(NO_CATALOG);
    }
    if (client !== this.#client) {
      this.#client = client;
      if (client) this.#load(client);
      else this.#stop();
    }
    if (state.kind === 'closed') {
      // The catalog of another connection may have been shown.
      this.#changed.fire();
      queueMicrotask(() => this.#open());
    }
    if (isOtherConnection && connection) await this.#recall(connection.id);
  }

  // Opening within a session event would give later listeners the states in the wrong order.
  #open(): void {
    if (!this.#session.isActive || this.#session.state.kind !== 'closed') return;
    // The session state reports the failure.
    this.#session.client().catch(() => undefined);
  }

  async #recall(connectionId: string): Promise<void> {
    const [bytes, outputs] = await Promise.all([
      this.#keeper.read(connectionId),
      this.#outputs?.read(connectionId),
    ]);
    if (outputs !== undefined) await this.#recallOutputs(connectionId, outputs);
    const known = bytes && (await import('./keptCatalog.ts')).decodeCatalog(bytes);
    // A catalog in an outdated format may contain data that must no longer be stored.
    if (bytes && !known) await this.#keeper.delete(connectionId).catch(this.#onError);
    // A catalog read from the service in the meantime is newer.
    if (!known || this.#connectionId !== connectionId || this.#state.readAt) return;
    const { count, facts } = known;
    const catalog = this.#withAnswers(known.catalog, connectionId);
    const { services = [] } = facts;
    const readAt = facts.readAt === undefined ? undefined : new Date(facts.readAt);
    this.#setState({ ...this.#state, catalog, count, services, readAt, kept: true });
  }

  async #recallOutputs(connectionId: string, text: string): Promise<void> {
    const { LearnedOutputs: Outputs } = await import('../flow/data/learnedOutputs.ts');
    if (this.#connectionId !== connectionId || this.#learned) return;
    this.#learned = new Outputs(parseJsonOrUndefined(text));
    // Nothing is checked against an empty catalog, which is about to be replaced.
    if (this.#state.catalog !== NO_CATALOG.catalog) this.#renew();
  }

  // A read that got no response is repeated once other requests succeed.
  #recover(): void {
    const { error } = this.#state;
    if (this.#client && error && gotNoAnswer(error)) this.#load(this.#client);
  }

  #load(client: Client): void {
    this.#loading.abort();
    this.#loading = new AbortController();
    this.#setState({ ...this.#state, reading: true, error: undefined });
    this.#reading = this.#read(client, this.#connectionId, this.#loading.signal);
  }

  #stop(): void {
    this.#loading.abort();
    if (this.#state.reading) this.#setState({ ...this.#state, reading: false });
  }

  // Never rejects: errors go to the state and to `onError`.
  async #read(client: Client, connectionId: string | undefined, signal: AbortSignal): Promise<void> {
    try {
      // Imported lazily so that extension activation does not load the client modules.
      const { readCatalog } = await import('./readCatalog.ts');
      const { kept, known } = await readCatalog(client, signal);
      if (signal.aborted) return;
      this.#setState({ ...NO_CATALOG, ...known, catalog: this.#withAnswers(known.catalog, connectionId) });
      if (connectionId !== undefined) await this.#keeper.write(connectionId, kept).catch(this.#onError);
    } catch (cause) {
      if (signal.aborted) return;
      const error = toError(cause);
      this.#onError(error);
      this.#setState({ ...this.#state, reading: false, error });
    }
  }

  #withAnswers(catalog: FlowCatalog, connectionId: string | undefined): FlowCatalog {
    const answers = this.#answers;
    if (!answers || connectionId === undefined) return catalog;
    return withElementParams(catalog, actionId => answers.elementParam(connectionId, actionId));
  }

  /** Shows the catalog as another one, because what is known about its actions has changed. */
  #renew(): void {
    this.#setState({ ...this.#state, catalog: { ...this.#state.catalog } });
  }

  #setState(state: CatalogState): void {
    if (state === this.#state) return;
    const learned = this.#learned;
    const { catalog } = state;
    const isKnown = catalog === this.#state.catalog || catalog === NO_CATALOG.catalog;
    // Every new catalog gets what was learned, and what is known of devices.
    const installedApps = (deviceId: string): KnownReferences => this.installedApps.of(deviceId);
    const deviceCapabilities = (deviceId: string): JsonObject | undefined => this.#capabilities.of(deviceId);
    const learnedOutput = learned && ((actionId: string) => learned.outputOf(actionId));
    this.#state = isKnown
      ? state
      : { ...state, catalog: { ...catalog, installedApps, deviceCapabilities, learnedOutput } };
    this.#changed.fire();
  }
}

async function readCapabilities(client: Client, deviceId: string): Promise<JsonObject> {
  return (await client.getDeviceCapabilities({ params: { deviceId } })).value.capabilities;
}
