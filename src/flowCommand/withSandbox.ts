import { randomBytes } from 'node:crypto';
import { createClient } from '../client/client.ts';
import { createDispatcher } from '../client/dispatcher.ts';
import { DIRECT } from '../client/proxyPolicy.ts';
import { createSandboxClient } from '../client/sandboxClient.ts';
import type { TestBench } from '../flowTest/runCase.ts';
import { startSandbox } from '../sandbox/server.ts';
import type { FlowsOptions } from './options.ts';

/** Runs work with a private in-memory sandbox and stops the sandbox afterwards. */
export async function withSandbox<T>(
  { timeScale, loopbackPorts }: Pick<FlowsOptions, 'timeScale' | 'loopbackPorts'>,
  work: (bench: Pick<TestBench, 'client' | 'own'>) => Promise<T>,
): Promise<T> {
  const key = randomBytes(24).toString('base64url');
  const sandbox = await startSandbox({
    key,
    port: 0,
    dataFile: undefined,
    seed: 'demo',
    timeScale,
    loopbackPorts,
  });
  const dispatcher = createDispatcher(DIRECT);
  const clientOptions = { baseUrl: sandbox.baseUrl, key: () => Promise.resolve(key), dispatcher };
  try {
    return await work({ client: createClient(clientOptions), own: createSandboxClient(clientOptions) });
  } finally {
    await dispatcher.close();
    await sandbox.stop();
  }
}
