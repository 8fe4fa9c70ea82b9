import assert from 'node:assert/strict';
import { readLatestExecutions } from '../../../src/stores/readLatestExecutions.ts';
import { scriptedClient } from '../../support/mockService.ts';

const FLOW = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b001';
const PAGINATION = { page: 1, pageSize: 1, pages: 1, total: 1, hasNext: false, hasPrev: false };

function replyWith(items: readonly object[] | null) {
  return { status: 200, body: { items, pagination: PAGINATION } };
}

it('the latest executions of a flow are requested in the order of their start, the latest first', async () => {
  const { client, seen } = scriptedClient([replyWith([{ id: FLOW }]), replyWith([])]);
  assert.deepEqual(await readLatestExecutions(client, FLOW, 1), [{ id: FLOW }]);
  await readLatestExecutions(client, FLOW, 20, 'success');
  const ordered = { orderBy: 'startedAt', orderByDirection: 'desc', flowId: FLOW };
  assert.deepEqual(
    seen.map(({ path }) => Object.fromEntries(new URL(path, 'http://service.example').searchParams)),
    [
      { ...ordered, pageSize: '1' },
      { ...ordered, pageSize: '20', status: 'success' },
    ],
  );
});

it('the latest executions of a flow are none if the list is null', async () => {
  assert.deepEqual(await readLatestExecutions(scriptedClient([replyWith(null)]).client, FLOW, 1), []);
});
