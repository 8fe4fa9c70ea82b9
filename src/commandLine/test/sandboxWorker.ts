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

/** Settings of the sandboxes in which cases run. */
export interface WorkerSettings {
  /** The factor for waits in the sandbox, greater than 0. */
  readonly timeScale: number;
  /** Ports of this computer that steps may call. */
  readonly loopbackPorts: readonly number[];
  /** The file that keeps the state; undefined for none. */
  readonly dataFile?: string | undefined;
  /** The serial numbers of the phones to add, or `all`. */
  readonly phones?: readonly string[];
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
}: WorkerSettings): Promise<SandboxWorker> {
  const [, program = ''] = process.argv;
  const ports = loopbackPorts.flatMap(port => ['--loopback-port', String(port)]);
  const data = dataFile === undefined ? [] : ['--data', dataFile];
  const added = phones.flatMap(serial => ['--add-phone', serial]);
  const args = ['sandbox', '--parent', '--time-scale', String(timeScale), ...ports, ...data, ...added];
  const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
    stdio: 'pipe',
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
    windowsHide: true,
  });
  // Ctrl+C reaches the sandbox before its input closes, and it then ends by itself.
  child.stdin.on('error', () => undefined);
  const { baseUrl, apiKey } = await readAddress(child).catch((error: unknown) => {
    child.kill();
    throw new InputError(toError(error).message);
  });
  const dispatcher = createDispatcher(DIRECT);
  const options = { baseUrl, key: () => Promise.resolve(apiKey), dispatcher };
  return {
    client: createClient(options),
    sandboxClient: createSandboxClient(options),
    readState: (address, signal) => readUiState(options, address, { signal }),
    async stop() {
      const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
      child.stdin.end();
      await dispatcher.close();
      await exited;
    },
  };
}
