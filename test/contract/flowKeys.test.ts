import assert from 'node:assert/strict';
import type { CallOptions } from '../../src/client/reply.ts';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { callOnce } from '../../src/stores/callOnce.ts';
import { failureOf } from '../support/mockService.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const WAIT = { actionId: demoActionId('flow.wait'), overrides: { params: { seconds: 0 } } };
const BODY = { name: 'Keyed', triggerId: demoTriggerId('custom'), actions: [{ ...WAIT, position: 1 }] };

type Keyed = 'createFlow' | 'cloneFlow' | 'addFlowAction' | 'runFlow';

describe('flowKeys', () => {
  let sandbox: TestSandbox;
  let flowId: string;

  beforeEach(async () => {
    sandbox = await testSandbox();
    flowId = (await sandbox.client.createFlow({ body: { ...BODY, name: 'First' } })).value.data.id;
  });

  afterEach(() => sandbox.stop());

  /** Makes a call, and returns the ID of what it creates and whether it is the answer to an earlier call. */
  async function make(id: Keyed, options: CallOptions, position = 2): Promise<[id: string, again: boolean]> {
    const { client } = sandbox;
    const params = { flowId };
    const run = async () => {
      const { value, replayed } = await client.runFlow({ params, body: { payload: { position } } }, options);
      return { value: { data: { id: value.data.executionIds.join() } }, replayed };
    };
    const calls = {
      createFlow: () => client.createFlow({ body: { ...BODY, description: `${position}` } }, options),
      cloneFlow: () => client.cloneFlow({ params, body: { name: `Copy ${position}` } }, options),
      addFlowAction: () => client.addFlowAction({ params, body: { ...WAIT, position } }, options),
      runFlow: run,
    };
    const { value, replayed } = await calls[id]();
    return [value.data.id, replayed];
  }

  function counts(): Readonly<Record<Keyed, number>> {
    const { flows, flowActions, executions } = sandbox.service.store;
    const [created, steps] = [flows.count(), flowActions.count({ where: { flowId } })];
    const runs = executions.count({ where: { flowId } });
    return { createFlow: created, cloneFlow: created, addFlowAction: steps, runFlow: runs };
  }

  for (const id of ['createFlow', 'cloneFlow', 'addFlowAction', 'runFlow'] as const) {
    it(`an idempotency key of flows in the sandbox lets 20 calls of ${id} at once take effect once`, async () => {
      const before = counts()[id];
      const calls = Array.from({ length: 20 }, () => make(id, { idempotencyKey: 'one' }));
      const made = await Promise.all(calls);
      assert.equal(new Set(made.map(([first]) => first)).size, 1);
      assert.equal(made.filter(([, again]) => again).length, 19);
      assert.equal(counts()[id], before + 1);
      await make(id, { idempotencyKey: 'other' }, 3);
      await make(id, {}, 4);
      assert.equal(counts()[id], before + 3);
    });

    it(`an idempotency key of flows in the sandbox is refused for another call of ${id}`, async () => {
      await make(id, { idempotencyKey: 'one' });
      const { failure } = await failureOf(make(id, { idempotencyKey: 'one' }, 3));
      assert.ok(failure.kind === 'refused');
      assert.deepEqual([failure.status, failure.code], [422, 'idempotency_key_reused']);
    });
  }

  it('an idempotency key of flows in the sandbox is kept until a call has a definite answer', async () => {
    const fault = { kind: 'halfBody' } as const;
    await sandbox.sandboxClient.addFault({ body: { operation: 'cloneFlow', fault, times: 1 } });
    const before = counts().cloneFlow;
    const keys: string[] = [];
    const clone = () =>
      callOnce(['clone', flowId], idempotencyKey => {
        keys.push(idempotencyKey);
        return make('cloneFlow', { idempotencyKey });
      });
    await failureOf(clone());
    assert.equal(counts().cloneFlow, before + 1);
    assert.equal((await clone())[1], true);
    assert.equal(counts().cloneFlow, before + 1);
    assert.equal((await clone())[1], false);
    assert.equal(counts().cloneFlow, before + 2);
    assert.deepEqual(keys[0], keys[1]);
    assert.notEqual(keys[1], keys[2]);
  });

  it('an idempotency key of flows in the sandbox is another one for the same call at the same time, and after a call that had no effect', async () => {
    const keys: string[] = [];
    const clone = () =>
      callOnce(['clone', flowId], idempotencyKey => {
        keys.push(idempotencyKey);
        return make('cloneFlow', { idempotencyKey });
      });
    await Promise.all([clone(), clone()]);
    await sandbox.sandboxClient.addFault({
      body: { operation: 'cloneFlow', fault: { kind: 'status', status: 403 }, times: 1 },
    });
    await failureOf(clone());
    await clone();
    assert.equal(new Set(keys).size, 4);
  });

  it('an idempotency key of flows in the sandbox alone is no reason to repeat a call, since other services may ignore it', async () => {
    const fault = { kind: 'reset' } as const;
    await sandbox.sandboxClient.addFault({ body: { operation: 'createFlow', fault, times: 1 } });
    await failureOf(make('createFlow', { idempotencyKey: 'one' }));
  });
});
