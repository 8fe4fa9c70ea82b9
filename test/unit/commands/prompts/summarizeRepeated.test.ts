import assert from 'node:assert/strict';
import { ApiError, type Failure } from '../../../../src/client/failure.ts';
import { summarizeRepeated } from '../../../../src/commands/prompts/summarizeRepeated.ts';
import { type OperationId, operations } from '../../../../src/contract/operations.ts';

const CUT_OFF: Failure = { kind: 'cutOff', status: 201 };
const UNAVAILABLE: Failure = {
  kind: 'refused',
  status: 503,
  body: 'api',
  code: undefined,
  message: 'Later.',
  problems: [],
};

async function twice(
  operation: OperationId,
  failure: Failure,
  before: readonly OperationId[] = [],
): Promise<readonly string[]> {
  const context = { operation, traceId: undefined, retryAfterMs: undefined, retryable: true };
  return summarizeRepeated(new ApiError(failure, context), new Set(before));
}

it('the operations that happen twice when a command is repeated are the creations and actions that the service may have performed', async () => {
  for (const id of ['createFlow', 'runTask', 'createWebhook', 'rotateWebhookSecret', 'tapDevice'] as const)
    assert.deepEqual(await twice(id, CUT_OFF), [operations[id].summary]);
  assert.deepEqual(await twice('pressKey', CUT_OFF), ['Press a key by its Android key code']);
});

it('the operations that happen twice when a command is repeated do not include refused operations, reads, and idempotent operations', async () => {
  assert.deepEqual(await twice('createFlow', UNAVAILABLE), []);
  for (const id of ['listFlows', 'setLocation', 'updateFlow', 'deleteFlow', 'activateFlow'] as const)
    assert.deepEqual(await twice(id, CUT_OFF), []);
});

it('the operations that happen twice when a command is repeated include what the command had done before it failed', async () => {
  const summaries = [operations.createFlow.summary];
  assert.deepEqual(await twice('getFlow', CUT_OFF, ['listFlows', 'createFlow']), summaries);
  assert.deepEqual(await twice('createFlow', CUT_OFF, ['createFlow']), summaries);
});

it('the operations that happen twice when a command is repeated are all operations of the table that are neither reads nor repeatable', async () => {
  for (const [id, { method, effect, idempotent }] of Object.entries(operations)) {
    const asks = (await twice(id as OperationId, CUT_OFF)).length > 0;
    if (method === 'POST' && effect !== 'read' && !idempotent) assert.ok(asks, id);
  }
});
