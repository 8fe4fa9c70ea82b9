import assert from 'node:assert/strict';
import { collect, pages } from '../../../src/client/pages.ts';
import { failureOf, scriptedClient } from '../../support/mockService.ts';

function actionPage(page: number, last: number): { status: number; body: unknown } {
  const pagination = { page, pageSize: 1, pages: last, total: last, hasNext: page < last, hasPrev: page > 1 };
  const id = `0f8fad5b-d9cb-469f-a165-70867728950${page}`;
  return { status: 200, body: { items: [{ id, name: `a${page}`, service: 'webhooks' }], pagination } };
}

async function names(list: AsyncIterable<readonly { name?: string; id: string }[]>): Promise<string[]> {
  return (await collect(list, 100)).map(item => item.name ?? item.id);
}

it('page-based lists end with the page that has no next page', async () => {
  const { client, seen } = scriptedClient([actionPage(1, 3), actionPage(2, 3), actionPage(3, 3)]);
  assert.deepEqual(await names(pages(client.listActions, { query: { service: 'webhooks' } })), [
    'a1',
    'a2',
    'a3',
  ]);
  assert.deepEqual(
    seen.map(one => one.path),
    [1, 2, 3].map(page => `/v1/actions?service=webhooks&page=${page}`),
  );
});

it('page-based lists end when the service ignores the page number and repeats itself', async () => {
  const { client } = scriptedClient([actionPage(1, 9), actionPage(1, 9), actionPage(1, 9)]);
  assert.deepEqual(await names(pages(client.listActions, {})), ['a1']);
});

it('page-based lists treat null as no items', async () => {
  const pagination = { page: 1, pageSize: 1, pages: 0, total: 0, hasNext: false, hasPrev: false };
  const { client } = scriptedClient([{ status: 200, body: { items: null, pagination } }]);
  assert.deepEqual(await collect(pages(client.listDevices, {}), 5), []);
});

it('page-based lists read no more pages than requested', async () => {
  const { client, seen } = scriptedClient([actionPage(1, 9), actionPage(2, 9)]);
  assert.equal((await collect(pages(client.listActions, {}), 2)).length, 2);
  assert.equal(seen.length, 2);
});

it('page-based lists end at a page without items that claims to have a next page', async () => {
  const pagination = { page: 1, pageSize: 1, pages: 9, total: 9, hasNext: true, hasPrev: false };
  const { client, seen } = scriptedClient([{ status: 200, body: { items: [], pagination } }]);
  assert.deepEqual(await names(pages(client.listActions, {})), []);
  assert.equal(seen.length, 1);
});

it('page-based lists end when the caller cancels, between two pages', async () => {
  const { client, seen } = scriptedClient([actionPage(1, 3), actionPage(2, 3)]);
  const control = new AbortController();
  const list = pages(client.listActions, {}, { signal: control.signal });
  assert.equal((await list.next()).done, false);
  control.abort();
  assert.equal((await failureOf(list.next())).failure.kind, 'cancelled');
  assert.equal(seen.length, 1);
});

it('page-based lists end with the error of the page that failed', async () => {
  const { client } = scriptedClient([actionPage(1, 2), { status: 404, body: { code: 'c', message: 'm' } }]);
  assert.equal((await failureOf(names(pages(client.listActions, {})))).status, 404);
});
