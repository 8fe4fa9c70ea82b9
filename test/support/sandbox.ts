import { Agent } from 'undici';
import { type Client, createClient } from '../../src/client/client.ts';
import { createSandboxClient, type SandboxClient } from '../../src/client/sandboxClient.ts';
import { readUiState } from '../../src/client/readUiState.ts';
import type { TaskFlowSource } from '../../src/deploy/readTaskFlow.ts';
import { lineLog } from '../../src/sandbox/runtime/log.ts';
import { MovableClock } from '../../src/sandbox/runtime/movableClock.ts';
import { type Sandbox, type SandboxSettings, startSandbox } from '../../src/sandbox/server.ts';
import type { Service } from '../../src/sandbox/runtime/service.ts';

/** A sandbox inside the test process, with an authenticated client. */
export interface TestSandbox {
  readonly client: Client;
  /** Client of the operations that only the sandbox has. */
  readonly sandboxClient: SandboxClient;
  /** Reads a UI state at an address that the sandbox returned. */
  readonly readState: TaskFlowSource['readState'];
  readonly baseUrl: string;
  readonly key: string;
  /** The internals of the sandbox. */
  readonly service: Service;
  /** The clock of the sandbox: follows the system clock until a test moves or freezes it. */
  readonly clock: MovableClock;
  /** Sends a request, with the key unless the headers override it. */
  request(path: string, init?: RawRequest): Promise<Response>;
  stop(): Promise<void>;
}

/** A request with plain-object headers. */
export type RawRequest = Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> };

/** Starts a sandbox that checks its responses against the contract and, by default, starts no flows by schedule. */
export async function testSandbox(settings: Partial<SandboxSettings> = {}): Promise<TestSandbox> {
  const key = settings.key ?? 'sandbox_test_key';
  const clock = settings.clock ?? new MovableClock();
  const sandbox: Sandbox = await startSandbox({
    key,
    port: 0,
    dataFile: undefined,
    seed: 'demo',
    loopbackWebhooks: true,
    schedules: false,
    control: true,
    checkAnswers: true,
    log: lineLog(line => void process.stderr.write(line)),
    ...settings,
    clock,
  });
  const { baseUrl, service } = sandbox;
  const dispatcher = new Agent();
  const clientSettings = { baseUrl, dispatcher, key: () => Promise.resolve(key) };
  return {
    client: createClient(clientSettings),
    sandboxClient: createSandboxClient(clientSettings),
    readState: (address, signal) => readUiState(clientSettings, address, { signal }),
    baseUrl,
    key,
    service,
    clock,
    request: (path, init = {}) =>
      fetch(baseUrl + path, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } }),
    async stop() {
      await dispatcher.destroy();
      await sandbox.stop();
    },
  };
}
