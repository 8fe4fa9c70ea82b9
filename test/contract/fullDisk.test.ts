import assert from 'node:assert/strict';
import { join } from 'node:path';
import { ApiError } from '../../src/client/failure.ts';
import { lineLog } from '../../src/sandbox/runtime/log.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { useFolder } from '../support/useFolder.ts';

describe('fullDisk', () => {
  const folder = useFolder('full-disk');
  let sandbox: TestSandbox;

  before(async () => {
    sandbox = await testSandbox({
      dataFile: join(folder, 'state.db'),
      seed: 'empty',
      log: lineLog(() => undefined),
    });
  });
  after(() => sandbox.stop());

  it('a sandbox whose disk is full says so in its first answer, keeps reading, and writes again once there is space', async () => {
    const { client, service } = sandbox;
    const { store } = service;
    const write = (): Promise<unknown> =>
      client.createWebhook({ body: { url: 'https://example.com/', description: 'x'.repeat(400) } });
    const pages = Number(store.get('PRAGMA page_count')?.['page_count']);
    store.all(`PRAGMA max_page_count = ${pages}`);
    let failure: unknown;
    for (let count = 0; failure === undefined && count < 200; count++)
      await write().catch((error: unknown) => (failure = error));
    assert.ok(failure instanceof ApiError, String(failure));
    assert.equal(failure.status, 500);
    assert.match(failure.message, /disk of the sandbox’s data file is full.*Free some space, then try again/);
    const { total } = (await client.listWebhooks({ query: {} })).value.pagination;
    await assert.rejects(write(), /data file is full/);
    assert.equal((await client.listWebhooks({ query: {} })).value.pagination.total, total);
    store.all('PRAGMA max_page_count = 1000000');
    await write();
    assert.equal((await client.listWebhooks({ query: {} })).value.pagination.total, total + 1);
  });
});
