import assert from 'node:assert/strict';
import { PendingVerification } from '../../../../src/commands/flows/pendingVerification.ts';
import { createMemento } from '../../../support/memoryStorage.ts';

const FLOW = { connectionId: 'c', flowId: 'f', graph: 'g' };

describe('commands/flows/pendingVerification', () => {
  function afterReload(
    values: Map<string, unknown>,
    flow: typeof FLOW | (Omit<typeof FLOW, 'graph'> & { readonly graph: undefined }) = FLOW,
  ): PendingVerification {
    return new PendingVerification(createMemento(values), flow);
  }

  it('a verification whose end is not known has the same ID after a reload, for the same device and payload', async () => {
    const values = new Map<string, unknown>();
    const first = afterReload(values);
    const id = first.invocationId('phone', { a: 1 });
    await first.keep();
    const next = afterReload(values);
    assert.equal(next.executionId, undefined);
    assert.equal(next.invocationId('phone', { a: 1 }), id);
    assert.notEqual(next.invocationId('tablet', { a: 1 }), id);
    assert.notEqual(next.invocationId('phone', { a: 2 }), id);
    await next.keep('run');
    assert.equal(afterReload(values).executionId, 'run');
  });

  it('a verification whose end is not known is only that of the same steps, flow, and connection', async () => {
    const values = new Map<string, unknown>();
    await afterReload(values).keep('run');
    for (const other of [
      { ...FLOW, graph: 'changed' },
      { ...FLOW, graph: undefined },
      { ...FLOW, flowId: 'other' },
      { ...FLOW, connectionId: 'other' },
    ])
      assert.equal(afterReload(values, other).executionId, undefined);
  });

  it('a verification whose end is not known is another one after it was forgotten, also in the same command', async () => {
    const values = new Map<string, unknown>();
    const first = afterReload(values);
    await first.keep('run');
    const id = first.invocationId(undefined, {});
    await first.forget();
    assert.notEqual(first.invocationId(undefined, {}), id);
    assert.equal(afterReload(values).executionId, undefined);
  });
});
