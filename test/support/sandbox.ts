import { Agent } from 'undici';
import { type Client, createClient } from '../../src/client/client.ts';
import { type Sandbox, type SandboxSettings, startSandbox } from '../../src/sandbox/server.ts';

/** A sandbox inside the test's process, with a client that is signed in. */
export interface TestSandbox {
  readonly client: Client;
  readonly baseUrl: string;
  readonly key: string;
  /** Sends a request as it is, with the key unless the headers say otherwise. */
  request(path: string, init?: RawRequest): Promise<Response>;
  stop(): Promise<void>;
}

/** A request as it is sent, with its headers as a plain object. */
export type RawRequest = Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> };

/** Starts a sandbox that holds each of its answers against the contract. */
export async function testSandbox(settings: Partial<SandboxSettings> = {}): Promise<TestSandbox> {
  const key = 'sandbox_test_key';
  const sandbox: Sandbox = await startSandbox({
    key,
    port: 0,
    dataFile: undefined,
    seed: 'demo',
    checkAnswers: true,
    ...settings,
  });
  const { baseUrl } = sandbox;
  const dispatcher = new Agent();
  const client = createClient({ baseUrl, dispatcher, key: () => Promise.resolve(key) });
  return {
    client,
    baseUrl,
    key,
    request: (path, init = {}) =>
      fetch(baseUrl + path, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } }),
    async stop() {
      await dispatcher.destroy();
      await sandbox.stop();
    },
  };
}
