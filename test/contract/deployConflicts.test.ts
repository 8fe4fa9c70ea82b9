import assert from 'node:assert/strict';
import type { Client } from '../../src/client/client.ts';
import { applyItem, type DeployOutcome } from '../../src/deploy/applyItem.ts';
import { deployContext } from '../../src/deploy/deployContext.ts';
import { planDeploy } from '../../src/deploy/planDeploy.ts';
import { createCatalog } from '../../src/flow/catalog.ts';
import { createFlowSourceReader } from '../../src/flow/deploy/flowSource.ts';
import type { PlanItem } from '../../src/flow/deploy/planItem.ts';
import { demoCatalog } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { type Entry, step } from '../support/flowRunner.ts';
import { MemoryLinks } from '../support/memoryLinks.ts';
import { withoutPolicies } from '../support/withoutPolicies.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const catalog = createCatalog(demoCatalog);
const read = createFlowSourceReader(catalog);
const MEANWHILE = /“A” was changed .* since the plan/;

describe('deployConflicts', () => {
  let sandbox: TestSandbox;
  let client: Client;
  let links: MemoryLinks;
  let flowId: string;

  beforeEach(async () => {
    sandbox = await testSandbox({ checkAnswers: false });
    client = withoutPolicies(sandbox.client);
    links = new MemoryLinks();
    await apply(await plan(file(1)));
    flowId = links.table['a']?.flowId ?? '';
  });

  afterEach(() => sandbox.stop());

  function actions(x: number): Entry[] {
    return [step('device.tap', 1, { target: { x, y: 10 } })];
  }

  function file(x: number, more: object = {}): object {
    return { name: 'A', triggerId: demoTriggerId('custom'), actions: actions(x), ...more };
  }

  async function plan(body: object, key = 'a'): Promise<Exclude<PlanItem, { readonly action: 'refused' }>> {
    const context = deployContext(client, links, catalog);
    const [item] = await planDeploy(context, [read('a.flow.json', JSON.stringify(body), key)]);
    assert.ok(item && item.action !== 'refused', JSON.stringify(item));
    return item;
  }

  function apply(
    item: Exclude<PlanItem, { readonly action: 'refused' }>,
    by: Client = client,
  ): Promise<DeployOutcome> {
    return applyItem(deployContext(by, links, catalog), item);
  }

  /** Changes the flow as a colleague does. */
  async function change(what: { readonly x?: number; readonly cooldownSeconds?: number }): Promise<void> {
    const { x, cooldownSeconds } = what;
    const params = { flowId };
    if (x !== undefined) {
      const replacement = actions(x).map(entry => ({ ...entry, key: 'tap' }));
      await client.replaceFlowActions({ params, body: { actions: replacement } });
    }
    if (cooldownSeconds !== undefined) await client.updateFlow({ params, body: { cooldownSeconds } });
  }

  /** Where the taps are, and the cooldown. */
  async function there(id = flowId): Promise<unknown> {
    const params = { flowId: id };
    const { data } = (await client.listFlowActions({ params })).value;
    const { cooldownSeconds } = (await client.getFlow({ params })).value.data;
    return [data.map(({ overrides }) => overrides?.params), cooldownSeconds ?? 0];
  }

  const tapped = (x: number): unknown => [{ target: { x, y: 10 } }];

  /** Returns a client that performs an action after the response to a call. */
  function after(call: 'createFlow' | 'replaceFlowActions', work: () => Promise<void>): Client {
    const passed = async (input: never, options: never): Promise<unknown> => {
      const reply = await (client[call] as (...given: never[]) => Promise<unknown>)(input, options);
      await work();
      return reply;
    };
    return { ...client, [call]: passed };
  }

  it('a flow that somebody else also changes is reported in the plan if both sides or only the service changed', async () => {
    assert.equal(((await plan(file(2))) as { reason?: string }).reason, undefined);
    await change({ x: 7 });
    const both = await plan(file(2));
    assert.ok(both.action === 'update');
    assert.match(both.reason ?? '', /^Changed on the service since it was last updated from this file; /);
    assert.doesNotMatch(both.reason ?? '', /pull/);
    const alone = await plan(file(1));
    assert.ok(alone.action === 'update');
    assert.match(alone.reason ?? '', /^Changed on the service since .* The file has not changed; pull /);
    const anew = await plan(file(2, { recordingEnabled: true }));
    assert.ok(anew.action === 'recreate');
    assert.match(anew.reason ?? '', /Changed on the service since/);
    await apply(both);
    assert.deepEqual(await there(), [tapped(2), 0]);
    const next = await plan(file(3));
    assert.ok(next.action === 'update');
    assert.equal(next.reason, undefined);
  });

  it('a flow that somebody else also changes is not reported if file and flow changed in the same way', async () => {
    await change({ x: 7 });
    assert.equal((await plan(file(7))).action, 'unchanged');
  });

  it('a flow that somebody else also changes is not reported if no earlier deployment is known', async () => {
    links.put('a', { flowId });
    await change({ x: 7 });
    const item = await plan(file(2));
    assert.ok(item.action === 'update');
    assert.equal(item.reason, undefined);
  });

  it('a flow that somebody else also changes is not overwritten if its steps or settings changed after the plan', async () => {
    for (const what of [{ x: 7 }, { cooldownSeconds: 7 }]) {
      const item = await plan(file(2, { description: 'Mine.' }));
      const known = links.text;
      await change(what);
      const before = await there();
      await assert.rejects(apply(item), MEANWHILE);
      assert.deepEqual(await there(), before);
      assert.equal(links.text, known);
    }
  });

  it('a flow that somebody else also changes keeps its settings if they changed while its steps were replaced', async () => {
    const item = await plan(file(2, { cooldownSeconds: 3 }));
    await assert.rejects(
      apply(
        item,
        after('replaceFlowActions', () => change({ cooldownSeconds: 7 })),
      ),
      /only its steps were replaced/,
    );
    assert.deepEqual(await there(), [tapped(2), 7]);
  });

  it('a flow that somebody else also changes is not changed if it was enabled after the plan, which did not warn that changes take effect', async () => {
    const item = await plan(file(2));
    const enabled: Client = {
      ...client,
      getFlow: async (...given) => {
        const reply = await client.getFlow(...given);
        return { ...reply, value: { ...reply.value, data: { ...reply.value.data, enabled: true } } };
      },
    };
    await assert.rejects(apply(item, enabled), MEANWHILE);
    assert.deepEqual(await there(), [tapped(1), 0]);
  });

  it('a flow that somebody else also changes is not recreated if it changed after the plan, and not deleted if it changed later', async () => {
    const item = await plan(file(1, { recordingEnabled: true }));
    await change({ x: 7 });
    await assert.rejects(apply(item), MEANWHILE);
    assert.deepEqual(links.table['a']?.flowId, flowId);
    const again = await plan(file(1, { recordingEnabled: true }));
    const late = after('createFlow', () => change({ x: 8 }));
    await assert.rejects(apply(again, late), MEANWHILE);
    assert.deepEqual(await there(), [tapped(8), 0]);
    const { flowId: made, replaced } = links.table['a'] ?? {};
    assert.deepEqual([made === flowId, replaced], [false, [flowId]]);
  });

  it('a flow that somebody else also changes is not deleted if it was left by an interruption and changed after the plan', async () => {
    const former = flowId;
    const made = (await client.cloneFlow({ params: { flowId }, body: { name: 'A' } })).value.data.id;
    links.put('a', { flowId: made, replaced: [former] });
    for (const x of [1, 2]) {
      const item = await plan(file(x));
      await change({ x: 6 + x });
      await assert.rejects(apply(item), MEANWHILE);
      assert.deepEqual(await there(), [tapped(6 + x), 0]);
      assert.deepEqual(links.table['a']?.replaced, [former]);
    }
    await apply(await plan(file(2)));
    await assert.rejects(there(), /flow/);
    assert.equal(links.table['a']?.replaced, undefined);
  });

  it('a flow that somebody else also changes is deployed by the first window if two windows deploy the same file', async () => {
    for (const [key, body, call] of [
      ['a', file(2), 'replaceFlowActions'],
      ['b', file(3), 'createFlow'],
    ] as const) {
      const [one, other] = [await plan(body, key), await plan(body, key)];
      await apply(one);
      const calls: string[] = [];
      const counted = { ...client, [call]: () => Promise.reject(new Error(String(calls.push(call)))) };
      await assert.rejects(apply(other, counted), /link of a\.flow\.json was changed in another window/);
      assert.deepEqual(calls, []);
    }
  });

  it('a flow that somebody else also changes keeps the link that another window created in the meantime, and reports its new ID', async () => {
    const item = await plan(file(4), 'c');
    const linked = after('createFlow', async () => {
      links.put('c', { flowId: 'other' });
      return Promise.resolve();
    });
    await assert.rejects(apply(item, linked), /The flow [0-9a-f-]{36} was created\./);
    assert.deepEqual(links.table['c'], { flowId: 'other' });
  });

  it('a flow that somebody else also changes is separate for a file in another folder with the same displayed path', async () => {
    const sources = ['file:///client-a/flows/x', 'file:///client-b/flows/x'].map((key, x) =>
      read('flows/x.flow.json', JSON.stringify(file(x)), key),
    );
    for (const expected of ['create', 'unchanged'] as const) {
      const items = await planDeploy(deployContext(client, links, catalog), sources);
      assert.deepEqual(
        items.map(({ action }) => action),
        [expected, expected],
      );
      for (const item of items) if (item.action !== 'refused') await apply(item);
    }
    assert.equal(new Set(Object.values(links.table).map(one => one.flowId)).size, 3);
  });
});
