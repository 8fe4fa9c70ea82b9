import { randomBytes } from 'node:crypto';
import { createClient } from '../client/client.ts';
import { createDispatcher } from '../client/dispatcher.ts';
import { createSandboxClient } from '../client/sandboxClient.ts';
import type { TestBench } from '../flowTest/runCase.ts';
import { startSandbox } from '../sandbox/server.ts';

/** Does work with a sandbox in memory that nobody else knows of, and ends it afterwards. */
export async function withSandbox<T>(
  timeScale: number,
  work: (bench: Pick<TestBench, 'client' | 'own'>) => Promise<T>,
): Promise<T> {
  const key = randomBytes(24).toString('base64url');
  const sandbox = await startSandbox({
    key,
    port: 0,
    dataFile: undefined,
    seed: 'demo',
    loopbackWebhooks: true,
    timeScale,
  });
  // It is on this computer, so no proxy and no certificates come into it.
  const dispatcher = createDispatcher({
    support: false,
    proxy: undefined,
    noProxy: [],
    strictSSL: true,
    authorization: undefined,
    systemCertificates: false,
    environment: {},
  });
  const given = { baseUrl: sandbox.baseUrl, key: () => Promise.resolve(key), dispatcher };
  try {
    return await work({ client: createClient(given), own: createSandboxClient(given) });
  } finally {
    await dispatcher.close();
    await sandbox.stop();
  }
}
