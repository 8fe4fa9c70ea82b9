import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import { successResponse } from '../../../../src/sandbox/http/respond.ts';
import { HandlerReply } from '../../../../src/sandbox/runtime/handler.ts';

it('a successful response has the status of the table, or the headers and status of the handler', async () => {
  const plain = successResponse(operations.listAgents, [], 'trace', true);
  assert.deepEqual([plain.status, await plain.json()], [200, []]);
  const reply = new HandlerReply([], { 'idempotent-replayed': 'true' }, 202);
  const told = successResponse(operations.listAgents, reply, 'trace', true);
  assert.deepEqual([told.status, told.headers.get('idempotent-replayed')], [202, 'true']);
});

it('a successful response that violates the contract is refused with the location, if responses are checked', () => {
  const broken = [{ name: 'no id' }];
  assert.throws(
    () => successResponse(operations.listAgents, broken, 'trace', true),
    /breaks the contract at 0\.id/,
  );
  assert.equal(successResponse(operations.listAgents, broken, 'trace', false).status, 200);
});

it('a successful response streams events, with each line of data separately', async () => {
  async function* events(): AsyncGenerator<{ event: string; data: string }> {
    yield await Promise.resolve({ event: 'step', data: 'one\ntwo' });
    yield { event: 'end', data: '' };
  }
  const response = successResponse(operations.attachTask, events(), 'trace', true);
  assert.equal(response.headers.get('content-type'), 'text/event-stream');
  assert.equal(await response.text(), 'event: step\ndata: one\ndata: two\n\nevent: end\ndata: \n\n');
});
