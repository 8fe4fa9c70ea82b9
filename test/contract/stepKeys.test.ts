import assert from 'node:assert/strict';
import type { Input } from '../../src/contract/operations.ts';
import { bodyOfFlow } from '../../src/flow/deploy/pulledFile.ts';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { failureOf } from '../support/mockService.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

type Body = Input<'createFlow'>['body'];
type Step = Body['actions'][number];

const screenshot = demoActionId('device.screenshot');

function step(position: number, more: Partial<Step> = {}): Step {
  return { actionId: screenshot, position, ...more };
}

describe('stepKeys', () => {
  let sandbox: TestSandbox;

  before(async () => (sandbox = await testSandbox()));
  after(() => sandbox.stop());

  async function create(...actions: readonly Step[]): Promise<string> {
    const body: Body = { name: 'Keys', triggerId: demoTriggerId('custom'), actions: [...actions] };
    return (await sandbox.client.createFlow({ body })).value.data.id;
  }

  async function keysOf(flowId: string): Promise<readonly unknown[]> {
    const { data } = (await sandbox.client.listFlowActions({ params: { flowId } })).value;
    return data.map(({ key }) => key);
  }

  async function refusedAt(call: Promise<unknown>): Promise<readonly unknown[]> {
    const { status, failure } = await failureOf(call);
    assert.ok(failure.kind === 'refused');
    return [status, failure.message.split(': ')[0]];
  }

  it('the keys of the steps of a flow are given, or derived from the names in the order of execution', async () => {
    const inside = [step(1, { nameOverride: 'Take a photo' }), step(2)];
    const flowId = await create(
      step(2),
      step(1, { key: 'first', children: inside }),
      step(3, { nameOverride: 'Flow' }),
    );
    assert.deepEqual(await keysOf(flowId), [
      'first',
      'take-a-photo',
      'take-screenshot',
      'take-screenshot_2',
      'flow_2',
    ]);
  });

  it('the keys of the steps of a flow are kept by a clone and in a pulled file', async () => {
    const flowId = await create(step(1, { key: 'shot' }), step(2));
    const { data } = (await sandbox.client.cloneFlow({ params: { flowId } })).value;
    assert.deepEqual(await keysOf(data.id), ['shot', 'take-screenshot']);
    const steps = (await sandbox.client.listFlowActions({ params: { flowId } })).value.data;
    const { actions } = bodyOfFlow(data, steps) as { readonly actions: readonly Step[] };
    assert.deepEqual(
      actions.map(({ key }) => key),
      ['shot', 'take-screenshot'],
    );
  });

  it('the keys of the steps of a flow are unique in the flow, children included', async () => {
    const twice = create(step(1, { key: 'a', children: [step(1, { key: 'b' })] }), step(2, { key: 'b' }));
    assert.deepEqual(await refusedAt(twice), [400, 'body.actions.1.key']);
    const flowId = await create(step(1, { key: 'a', children: [step(1, { key: 'b' })] }));
    const add = (more: Partial<Step>): Promise<unknown> =>
      sandbox.client.addFlowAction({ params: { flowId }, body: step(2, more) });
    assert.deepEqual(await refusedAt(add({ key: 'b' })), [400, 'body.key']);
    assert.deepEqual(await refusedAt(add({ key: 'c', children: [step(1, { key: 'a' })] })), [
      400,
      'body.children.0.key',
    ]);
    await add({});
    assert.deepEqual(await keysOf(flowId), ['a', 'b', 'take-screenshot']);
  });

  for (const key of ['', 'A', '2a', 'a b', 'trigger', 'prototype', '__a', 'x'.repeat(65)])
    it(`the keys of the steps of a flow are refused in another form, or if they are reserved: ${key.slice(0, 12)}`, async () => {
      const body: Body = { name: 'Keys', triggerId: demoTriggerId('custom'), actions: [step(1, { key })] };
      const sent = await sandbox.request('/flows', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      assert.equal(sent.status, 400);
      assert.match(await sent.text(), /body\.actions\.0\.key/);
    });

  it('the keys of the steps of a flow are required of every step that replaces others', async () => {
    const flowId = await create(step(1));
    const replace = (...actions: readonly Step[]): Promise<unknown> =>
      sandbox.client.replaceFlowActions({ params: { flowId }, body: { actions: [...actions] } });
    assert.deepEqual(await refusedAt(replace(step(1, { key: 'a', children: [step(1)] }), step(2))), [
      400,
      'body.actions.0.children.0.key',
    ]);
    assert.deepEqual(await keysOf(flowId), ['take-screenshot']);
    await replace(step(1, { key: 'b' }), step(2, { key: 'a' }));
    assert.deepEqual(await keysOf(flowId), ['b', 'a']);
  });
});
