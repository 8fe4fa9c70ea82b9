import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { launchSandbox, type SandboxProcess } from '../support/sandboxProcess.ts';

/** Longer than the promised 2 s, for a busy computer, but shorter than the 10 s after which a delivery ends by itself. */
const MAX_MS = 8000;

describe('promptEnd', () => {
  let sandbox: SandboxProcess;
  /** Accepts calls and never responds. */
  let silent: Server;
  let arrived: Promise<unknown>;

  beforeEach(async () => {
    silent = createServer();
    arrived = once(silent, 'request');
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    sandbox = await launchSandbox('--loopback-webhooks', '--loopback-port', String(port()));
  });

  afterEach(async () => {
    await sandbox.kill();
    silent.closeAllConnections();
    silent.close();
  });

  function port(): number {
    return (silent.address() as AddressInfo).port;
  }

  async function created(path: string, body: object): Promise<string> {
    const response = await sandbox.request('POST', path, body);
    return ((await response.json()) as { data: { id: string } }).data.id;
  }

  async function endpoint(): Promise<string> {
    return created('/webhooks', {
      url: `http://127.0.0.1:${port()}/hook`,
      eventTypes: ['triggers.notification'],
    });
  }

  async function runStep(method: string, params: object): Promise<void> {
    const step = { actionId: demoActionId(method), position: 1, overrides: { params } };
    const triggerId = demoTriggerId('custom');
    await created('/flows', { name: 'Hangs', triggerId, enabled: true, actions: [step] });
    await sandbox.request('POST', `/triggers/${triggerId}/fire`, { payload: {} });
  }

  const hanging: readonly [what: string, begin: () => Promise<unknown>][] = [
    [
      'a test delivery',
      async () => void sandbox.request('POST', `/webhooks/${await endpoint()}/test`).catch(() => 0),
    ],
    [
      'a delivery',
      async () => {
        await endpoint();
        await runStep('webhooks.notify', { title: 'x', severity: 'info' });
      },
    ],
    [
      'a request of a step',
      () => runStep('webhooks.request', { url: `http://127.0.0.1:${port()}/`, timeoutSeconds: 60 }),
    ],
  ];
  for (const [what, begin] of hanging) {
    it(`the shutdown of a sandbox does not wait for ${what} that hangs`, async () => {
      await begin();
      await arrived;
      const ended = once(sandbox.child, 'exit');
      const started = performance.now();
      sandbox.child.kill('SIGTERM');
      assert.deepEqual(await ended, [0, null]);
      const took = performance.now() - started;
      assert.ok(took < MAX_MS, `${took} ms`);
    });
  }
});
