import { Agent } from 'undici';
import { type Client, createClient } from '../../src/client/client.ts';
import { createSandboxClient, type SandboxClient } from '../../src/client/sandboxClient.ts';
import { lineLog } from '../../src/sandbox/runtime/log.ts';
import { MovableClock } from '../../src/sandbox/runtime/movableClock.ts';
import { type Sandbox, type SandboxSettings, startSandbox } from '../../src/sandbox/server.ts';
import type { Service } from '../../src/sandbox/runtime/service.ts';

/** A sandbox inside the test's process, with a client that is signed in. */
export interface TestSandbox {
  readonly client: Client;
  /** For the operations that only the sandbox has. */
  readonly own: SandboxClient;
  readonly baseUrl: string;
  readonly key: string;
  /** The inside of the sandbox, for what has no operation. */
  readonly service: Service;
  /** The sandbox's time: goes with the computer's until a test moves or freezes it. */
  readonly clock: MovableClock;
  /** Sends a request as it is, with the key unless the headers say otherwise. */
  request(path: string, init?: RawRequest): Promise<Response>;
  stop(): Promise<void>;
}

/** A request as it is sent, with its headers as a plain object. */
export type RawRequest = Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> };

/** Starts a sandbox that holds each of its answers against the contract and starts no flow by a schedule unless told. */
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
  const given = { baseUrl, dispatcher, key: () => Promise.resolve(key) };
  return {
    client: createClient(given),
    own: createSandboxClient(given),
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
