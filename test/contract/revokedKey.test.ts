import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failureOf } from '../support/mockService.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

describe('revokedKey', () => {
  let folder: string;
  let sandbox: TestSandbox;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cloud-devices-key-'));
    sandbox = await testSandbox({ dataFile: join(folder, 'state.db') });
  });

  afterEach(async () => {
    await sandbox.stop();
    await rm(folder, { recursive: true });
  });

  function start(key: string): Promise<TestSandbox> {
    return testSandbox({ dataFile: join(folder, 'state.db'), key });
  }

  async function statuses(): Promise<unknown[]> {
    const { client, sandboxClient } = sandbox;
    const calls = [
      client.listFlows({}),
      client.runTask({ body: { task: 'Open maps.' } }),
      sandboxClient.listSnapshots({}),
      sandboxClient.getClock({}),
      sandboxClient.revokeKey({}),
    ];
    return Promise.all(calls.map(async call => (await failureOf(call)).status));
  }

  it('a revoked key of the sandbox is refused immediately by every operation, with the error of a wrong key', async () => {
    assert.equal((await sandbox.sandboxClient.revokeKey({})).status, 204);
    assert.deepEqual(await statuses(), [401, 401, 401, 401, 401]);
    const response = await sandbox.request('/flows');
    const { code, message } = (await response.json()) as Record<string, string>;
    assert.deepEqual([code, message], ['unauthorized', 'The API key was revoked.']);
    assert.equal((await fetch(`${new URL(sandbox.baseUrl).origin}/`)).status, 200);
  });

  it('a revoked key of the sandbox cannot be distinguished from another wrong key', async () => {
    await sandbox.sandboxClient.revokeKey({});
    const headers = { authorization: 'Bearer another' };
    const { message } = (await (await sandbox.request('/flows', { headers })).json()) as Record<
      string,
      string
    >;
    assert.equal(message, 'The API key is not valid.');
  });

  it('a revoked key of the sandbox stays revoked after a restart, a reset, and a restored snapshot, while another key works', async () => {
    const before = (await sandbox.sandboxClient.takeSnapshot({ body: { name: 'Before' } })).value.data;
    await sandbox.sandboxClient.revokeKey({});
    const { key } = sandbox;
    for (const replace of [
      () => Promise.resolve(),
      () => sandbox.sandboxClient.resetSandbox({}),
      () => sandbox.sandboxClient.restoreSnapshot({ params: { snapshotId: before.id } }),
    ]) {
      await sandbox.stop();
      await assert.rejects(start(key), /API key was revoked/);
      sandbox = await start('another');
      assert.ok((await sandbox.client.listFlows({})).value.items);
      await replace();
    }
    await sandbox.stop();
    await assert.rejects(start(key), /API key was revoked/);
    sandbox = await start('another');
  });
});
