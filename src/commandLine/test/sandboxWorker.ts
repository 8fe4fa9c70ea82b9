import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createClient } from '../../client/client.ts';
import { createDispatcher } from '../../client/dispatcher.ts';
import { DIRECT } from '../../client/proxyPolicy.ts';
import { readAddress } from '../../client/sandboxAddress.ts';
import { createSandboxClient } from '../../client/sandboxClient.ts';
import { readUiState } from '../../client/readUiState.ts';
import type { TaskFlowSource } from '../../deploy/readTaskFlow.ts';
import type { TestBench } from '../../flowTest/runCase.ts';
import { toError } from '../../util/errors.ts';
import { InputError } from '../../validate/inputFile.ts';
import { explain } from '../../wording/explain.ts';
import { type RelayedPhones, relayPhones } from '../connection/phoneRelay.ts';

/** Settings of the sandboxes in which cases run. */
export interface WorkerSettings {
  /** The factor for waits in the sandbox, greater than 0. */
  readonly timeScale: number;
  /** Ports of this computer that steps may call. */
  readonly loopbackPorts: readonly number[];
  /** The file that keeps the state; undefined for none. */
  readonly dataFile?: string | undefined;
  /** The serial numbers of the phones to add, or `all`; with `phoneService` their IDs. */
  readonly phones?: readonly string[];
  /** The address of the service of the phones; undefined for those of the adb server. */
  readonly phoneService?: string | undefined;
}

/** A sandbox in its own process. */
export interface SandboxWorker extends Pick<TestBench, 'client' | 'sandboxClient'> {
  /** Reads a UI state at an address that the sandbox returned, without the key. */
  readonly readState: TaskFlowSource['readState'];
  stop(): Promise<void>;
}

/** Starts a sandbox, which also ends when this process ends. Throws InputError if it does not start. */
export async function startWorker({
  timeScale,
  loopbackPorts,
  dataFile,
  phones = [],
  phoneService,
}: WorkerSettings): Promise<SandboxWorker> {
  const [, program = ''] = process.argv;
  const ports = loopbackPorts.flatMap(port => ['--loopback-port', String(port)]);
  const data = dataFile === undefined ? [] : ['--data', dataFile];
  const relayed = phoneService === undefined ? undefined : await relayPhones(phoneService, phones);
  const added = relayed ? [] : phones.flatMap(serial => ['--add-phone', serial]);
  const args = ['sandbox', '--parent', '--time-scale', String(timeScale), ...ports, ...data, ...added];
  const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
    stdio: 'pipe',
    // The sandbox uses a service only by a relay of this program.
    env: {
      ...process.env,
      CLOUD_DEVICES_API_KEY: undefined,
      CLOUD_DEVICES_API_KEY_FILE: undefined,
      NODE_NO_WARNINGS: '1',
    },
    windowsHide: true,
  });
  // Ctrl+C reaches the sandbox before its input closes, and it then ends by itself.
  child.stdin.on('error', () => undefined);
  const { baseUrl, apiKey } = await readAddress(child).catch(async (error: unknown) => {
    child.kill();
    await relayed?.close();
    throw new InputError(toError(error).message);
  });
  const dispatcher = createDispatcher(DIRECT);
  const options = { baseUrl, key: () => Promise.resolve(apiKey), dispatcher };
  const worker: SandboxWorker = {
    client: createClient(options),
    sandboxClient: createSandboxClient(options),
    readState: (address, signal) => readUiState(options, address, { signal }),
    async stop() {
      const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
      child.stdin.end();
      await dispatcher.close();
      await exited;
      await relayed?.close();
    },
  };
  if (relayed)
    await addPhones(worker, relayed).catch(async (error: unknown) => {
      await worker.stop();
      throw new InputError(explain(error).summary);
    });
  return worker;
}

async function addPhones(
  { sandboxClient }: SandboxWorker,
  { service, phoneIds }: RelayedPhones,
): Promise<void> {
  await sandboxClient.setPhoneServices({ body: { services: [service] } });
  for (const phoneId of phoneIds)
    await sandboxClient.addServicePhone({ body: { serviceId: service.id, phoneId } });
}
