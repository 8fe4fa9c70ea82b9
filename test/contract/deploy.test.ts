import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Client } from '../../src/client/client.ts';
import { ApiError } from '../../src/client/failure.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import { applyItem, type DeployOutcome } from '../../src/deploy/applyItem.ts';
import { deployContext, type LinkPort } from '../../src/deploy/deployContext.ts';
import { planDeploy } from '../../src/deploy/planDeploy.ts';
import { createCatalog } from '../../src/flow/catalog.ts';
import type { FlowLink } from '../../src/flow/deploy/flowLink.ts';
import { createFlowSourceReader } from '../../src/flow/deploy/flowSource.ts';
import { planRecreation, formatPlan } from '../../src/flow/deploy/planItem.ts';
import { demoActionId, demoCatalog } from '../../src/sandbox/demo/demoCatalog.ts';
import { FLOW_SLOTS } from '../../src/sandbox/features/flows/capacity.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { type Entry, step } from '../support/flowRunner.ts';
import { MemoryLinks } from '../support/memoryLinks.ts';
import { withoutPolicies } from '../support/withoutPolicies.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const catalog = createCatalog(demoCatalog);
const read = createFlowSourceReader(catalog);

type Files = Readonly<Record<string, object>>;
interface Place {
  readonly client: Client;
  readonly links: LinkPort;
}

function flow(name: string, x: number, more: object = {}): object {
  const actions: Entry[] = [
    step('device.tap', 1, { target: { x, y: 10 } }),
    step('flow.repeat', 2, { times: 2 }, { children: [step('device.screenshot', 1)] }),
  ];
  return { name, triggerId: demoTriggerId('custom'), actions, ...more };
}

async function plan({ client, links }: Place, files: Files): ReturnType<typeof planDeploy> {
  const sources = Object.entries(files).map(([path, body]) => read(path, JSON.stringify(body)));
  return planDeploy(deployContext(client, links, catalog), sources);
}

async function deploy(place: Place, files: Files): Promise<DeployOutcome['result'][]> {
  const items = await plan(place, files);
  const context = deployContext(place.client, place.links, catalog);
  const results: DeployOutcome['result'][] = [];
  for (const item of items) {
    assert.ok(item.action !== 'refused', JSON.stringify(item));
    results.push((await applyItem(context, item)).result);
  }
  return results;
}

/** Returns the state of the sandbox and the links, without parts that vary between runs and without demo flows. */
async function state(client: Client, links: MemoryLinks): Promise<unknown> {
  const { items } = (await client.listFlows({ query: { pageSize: 100, orderBy: 'name' } })).value;
  const own = (items ?? []).filter(({ name }) => name.length === 1);
  const flows = await Promise.all(
    own.map(async ({ id, name, description, cooldownSeconds, enabled, triggerId }) => {
      const steps = (await client.listFlowActions({ params: { flowId: id } })).value.data;
      return [
        name,
        description,
        cooldownSeconds,
        enabled,
        triggerId,
        steps.map(({ actionId, position, overrides }) => [actionId, position, overrides]),
      ];
    }),
  );
  const names = new Map(own.map(({ id, name }) => [id, name]));
  const told = ({ flowId = '', ...link }: FlowLink): unknown => ({ ...link, flow: names.get(flowId) });
  const kept = Object.entries(links.table).map(([path, link]) => [path, told(link)]);
  return { flows: flows.map(one => JSON.stringify(one)).toSorted(), kept };
}

/** A fault at a call or a write of links: before it took effect, or after it did without a response. */
interface Fault {
  readonly at: number;
  readonly after: boolean;
}

class Cut extends Error {}

/** Interrupts the call with this number, counted from 1 over calls and writes. */
function cutting({ client, links }: Place, fault: Fault): Place & { readonly count: () => number } {
  let count = 0;
  const passed = async <T>(work: () => Promise<T>): Promise<T> => {
    const here = ++count === fault.at;
    if (here && !fault.after) throw new Cut();
    const value = await work();
    if (here) throw new Cut();
    return value;
  };
  const calls = Object.entries(client).map(([id, call]) => [
    id,
    (input: never, options: never) =>
      passed(() => (call as (...given: never[]) => Promise<unknown>)(input, options)),
  ]);
  return {
    client: Object.fromEntries(calls) as Client,
    links: {
      ...{ all: links.all, exclusively: links.exclusively },
      update: (key, change) => passed(() => links.update(key, change)),
    },
    count: () => count,
  };
}

/** The same client on a service that does not offer some operations. */
function without(client: Client, ...ids: OperationId[]): Client {
  const lacking = ids.map(operation => {
    const failure = {
      kind: 'refused',
      status: 405,
      body: 'flow',
      code: undefined,
      message: 'Not here.',
      problems: [],
    } as const;
    const context = { operation, traceId: undefined, retryAfterMs: undefined, retryable: false };
    return [operation, () => Promise.reject(new ApiError(failure, context))];
  });
  return { ...client, ...(Object.fromEntries(lacking) as Partial<Client>) };
}

describe('deploy', () => {
  let sandbox: TestSandbox;
  let links: MemoryLinks;

  beforeEach(async () => {
    sandbox = await testSandbox({ checkAnswers: false });
    links = new MemoryLinks();
  });

  afterEach(() => sandbox.stop());

  const place = (): Place => ({ client: sandbox.client, links });

  it('the deployment of flow files plans with read requests only, and describes each change in one line', async () => {
    const files = { a: flow('A', 1), b: flow('B', 1), c: flow('C', 1) };
    await deploy(place(), { b: files.b, c: files.c });
    const writes = links.writes;
    const changed = { ...files, b: flow('B', 2), d: { name: 'D' } };
    const items = await plan(place(), changed);
    assert.equal(formatPlan(items), '1 to create, 1 to update, 1 unchanged, 1 with errors');
    assert.equal(links.writes, writes);
    const [, , , refused] = items;
    assert.match(refused?.action === 'refused' ? refused.refusal : '', /^Line 1: /);
  });

  it('the deployment of flow files warns before it creates a flow whose name exists on the service', async () => {
    await deploy(place(), { a: flow('A', 1) });
    const items = await plan(place(), { other: flow('A', 1), b: flow('B', 1) });
    const [taken, free] = items.map(item => (item.action === 'create' ? item : undefined));
    assert.equal(taken?.isNameTaken, true);
    assert.match(taken.reason ?? '', /^A flow with this name already exists/);
    assert.deepEqual([free?.isNameTaken, free?.reason], [undefined, undefined]);
  });

  it('the deployment of flow files warns if two files of a plan create flows with the same name', async () => {
    const items = await plan(place(), { a: flow('A', 1), b: flow('B', 1), c: flow('A', 2) });
    const reasons = items.map(item => ('reason' in item ? item.reason : undefined));
    assert.deepEqual(reasons, [undefined, undefined, 'a also creates a flow with this name.']);
    assert.deepEqual(await deploy(place(), { a: flow('A', 1), c: flow('A', 2) }), ['created', 'created']);
    const again = await plan(place(), { a: flow('A', 1), c: flow('A', 2) });
    assert.deepEqual(
      again.map(({ action }) => action),
      ['unchanged', 'unchanged'],
    );
  });

  it('the deployment of flow files creates disabled flows, updates steps and settings, and changes nothing the second time', async () => {
    const files = { a: flow('A', 1, { enabled: true, description: 'One.' }), b: flow('B', 1) };
    assert.deepEqual(await deploy(place(), files), ['created', 'created']);
    const flowId = links.table['a']?.flowId ?? '';
    const created = (await sandbox.client.getFlow({ params: { flowId } })).value.data;
    assert.deepEqual([created.enabled, created.description], [false, 'One.']);
    const writes = links.writes;
    assert.deepEqual(await deploy(place(), files), ['unchanged', 'unchanged']);
    assert.equal(links.writes, writes);

    const changed = { a: flow('A', 5, { cooldownSeconds: 9 }), b: flow('B', 1) };
    assert.deepEqual(await deploy(place(), changed), ['updated', 'unchanged']);
    const updated = (await sandbox.client.getFlow({ params: { flowId } })).value.data;
    assert.deepEqual([updated.description, updated.cooldownSeconds], [null, 9]);
    const steps = (await sandbox.client.listFlowActions({ params: { flowId } })).value.data;
    assert.deepEqual(steps[0]?.overrides?.params, { target: { x: 5, y: 10 } });
    assert.deepEqual(await deploy(place(), changed), ['unchanged', 'unchanged']);
  });

  it('the deployment of flow files keeps the keys of steps, except those that the file gives or reads', async () => {
    const keysAfter = async (name: string, ...texts: string[]): Promise<readonly unknown[]> => {
      const steps = texts.map((more, at) => `{"position":${at + 1},${more}}`);
      const file = JSON.stringify(flow(name, 1)).replace(/"actions":.*\]/, `"actions":[${steps.join()}]`);
      await deploy(place(), { [name]: JSON.parse(file) as object });
      const params = { flowId: links.table[name]?.flowId ?? '' };
      return (await sandbox.client.listFlowActions({ params })).value.data.map(({ key }) => key);
    };
    const shot = `"actionId":"${demoActionId('device.screenshot')}"`;
    const type = `"actionId":"${demoActionId('device.typeText')}","overrides":{"params":{"text":`;
    const named = `${shot},"nameOverride":"Photo"`;
    const reading = `${type}"{{steps.photo.body.name}}"}}`;
    assert.deepEqual(await keysAfter('A', `${shot},"key":"first"`, `${type}"1"}}`), ['first', 'type-text']);
    assert.deepEqual(await keysAfter('A', shot, `${type}"2"}}`), ['first', 'type-text']);
    assert.deepEqual(await keysAfter('A', named, `${type}"3"}}`), ['first', 'type-text']);
    // In the editor, the expression reads the step that is named so.
    assert.deepEqual(await keysAfter('A', named, reading), ['photo', 'type-text']);
    assert.deepEqual(await keysAfter('A', `${shot},"key":"last"`, `${type}"4"}}`), ['last', 'type-text']);
    assert.deepEqual(await keysAfter('B', shot, `${type}"1"}}`), ['take-screenshot', 'type-text']);
    assert.deepEqual(await keysAfter('B', `${shot},"key":"a"`, `${shot},"key":"b"`, `${type}"1"}}`), [
      ...['a', 'b', 'type-text_2'],
    ]);
  });

  it('the deployment of flow files creates a flow again if it was deleted on the service', async () => {
    await deploy(place(), { a: flow('A', 1) });
    const flowId = links.table['a']?.flowId ?? '';
    await sandbox.client.deleteFlow({ params: { flowId } });
    assert.deepEqual(await deploy(place(), { a: flow('A', 1) }), ['created']);
    assert.notEqual(links.table['a']?.flowId, flowId);
  });

  it('the deployment of flow files refuses a second file that is linked to the same flow', async () => {
    await deploy(place(), { a: flow('A', 1) });
    links.put('b', links.table['a']);
    const [, second] = await plan(place(), { a: flow('A', 1), b: flow('A', 1) });
    assert.match(second?.action === 'refused' ? second.refusal : '', /the same flow as a;/);
  });

  it('the deployment of flow files refuses all but the first file that is linked to the same flow, also if another flow replaces it', async () => {
    await deploy(place(), { a: flow('A', 1) });
    for (const key of ['b', 'c']) links.put(key, links.table['a']);
    const recorded = flow('A', 1, { recordingEnabled: true });
    const items = await plan(
      { client: withoutPolicies(sandbox.client), links },
      { a: recorded, b: recorded, c: flow('A', 1) },
    );
    const refusal = 'This file is linked to the same flow as a; unlink one of the two files.';
    assert.deepEqual(
      items.map(item => (item.action === 'refused' ? item.refusal : item.action)),
      ['recreate', refusal, refusal],
    );
  });

  it('the deployment of flow files creates another flow and deletes the old one if a change requires it', async () => {
    await deploy(place(), { a: flow('A', 1) });
    const former = links.table['a']?.flowId;
    const recorded = { a: flow('A', 1, { recordingEnabled: true }) };
    const lacking = { client: withoutPolicies(sandbox.client), links };
    const [item] = await plan(lacking, recorded);
    assert.deepEqual(item?.action === 'recreate' && [item.former, item.enabled], [former, false]);
    assert.deepEqual(await deploy(lacking, recorded), ['recreated']);
    const { items } = (await sandbox.client.listFlows({ query: { pageSize: 100 } })).value;
    const named = (items ?? []).filter(({ name }) => name === 'A');
    assert.deepEqual(
      [named.length, named[0]?.id === former, links.table['a']?.replaced],
      [1, false, undefined],
    );
  });

  it('the deployment of flow files switches the recording of a flow, whichever way the file says it', async () => {
    await deploy(place(), { a: flow('A', 1) });
    const params = { flowId: links.table['a']?.flowId ?? '' };
    for (const [said, mode] of [
      [{ recordingEnabled: true }, 'flow'],
      [{ recordingPolicy: { mode: 'selected_steps' } }, 'selected_steps'],
      [{ recordingEnabled: false }, 'off'],
    ] as const) {
      assert.deepEqual(await deploy(place(), { a: flow('A', 1, said) }), ['updated']);
      const { data } = (await sandbox.client.getFlow({ params })).value;
      assert.equal(data.recordingPolicy?.mode, mode);
      assert.deepEqual(await deploy(place(), { a: flow('A', 1, said) }), ['unchanged']);
    }
  });

  it('the deployment of flow files selects the steps to record, without verifying the flow again', async () => {
    const policy = { recordingPolicy: { mode: 'selected_steps' } };
    const selected = (recordingEnabled: boolean): object => {
      const body = flow('A', 1, policy) as { readonly actions: readonly object[] };
      return { ...body, actions: body.actions.map(one => ({ ...one, recordingEnabled })) };
    };
    for (const isSelected of [true, false, true]) {
      assert.match((await deploy(place(), { a: selected(isSelected) })).join(), /^(created|updated)$/);
      assert.deepEqual(await deploy(place(), { a: selected(isSelected) }), ['unchanged']);
      const params = { flowId: links.table['a']?.flowId ?? '' };
      const selectedIn = async (flowId: string): Promise<readonly unknown[]> => {
        const { data } = (await sandbox.client.listFlowActions({ params: { flowId } })).value;
        return data.map(({ recordingEnabled }) => recordingEnabled);
      };
      const expected = [isSelected, isSelected, false];
      assert.deepEqual(await selectedIn(params.flowId), expected);
      const copy = (await sandbox.client.cloneFlow({ params, body: {} })).value.data;
      assert.deepEqual(await selectedIn(copy.id), expected);
    }
  });

  it('the deployment of flow files sets the delivery of a flow, and clears it if the file has none', async () => {
    const delivery = { destination: 'one_drive', folder: 'Runs' };
    await deploy(place(), { a: flow('A', 1, { delivery }) });
    const params = { flowId: links.table['a']?.flowId ?? '' };
    assert.deepEqual((await sandbox.client.getFlow({ params })).value.data.delivery, delivery);
    assert.deepEqual(await deploy(place(), { a: flow('A', 1) }), ['updated']);
    assert.equal((await sandbox.client.getFlow({ params })).value.data.delivery, null);
  });

  it('the deployment of flow files sends the key of an interrupted creation again until it has created the flow', async () => {
    const keys: (string | undefined)[] = [];
    const client: Client = {
      ...sandbox.client,
      createFlow: (input, options) => {
        keys.push(options?.idempotencyKey);
        if (keys.length < 3) throw new Error('The connection was lost.');
        return sandbox.client.createFlow(input, options);
      },
    };
    const place = { client, links };
    await assert.rejects(deploy(place, { a: flow('A', 1) }));
    await assert.rejects(deploy(place, { a: flow('A', 2) }));
    assert.deepEqual(await deploy(place, { a: flow('A', 1), b: flow('B', 1) }), ['created', 'created']);
    assert.equal(keys[0], keys[2]);
    assert.equal(new Set(keys).size, 3);
    assert.ok(!keys.includes(undefined));
  });

  it('the deployment of flow files creates a flow anew if the flow of an interrupted creation was deleted meanwhile', async () => {
    let lost = '';
    const client: Client = {
      ...sandbox.client,
      createFlow: async (input, options) => {
        const reply = await sandbox.client.createFlow(input, options);
        if (lost !== '') return reply;
        lost = reply.value.data.id;
        throw new Error('The connection was lost.');
      },
    };
    await assert.rejects(deploy({ client, links }, { a: flow('A', 1) }));
    await sandbox.client.deleteFlow({ params: { flowId: lost } });
    assert.deepEqual(await deploy({ client, links }, { a: flow('A', 1) }), ['created']);
    const flowId = links.table['a']?.flowId ?? '';
    assert.notEqual(flowId, lost);
    assert.equal((await sandbox.client.getFlow({ params: { flowId } })).value.data.name, 'A');
  });

  it('the deployment of flow files says how many flows can still be created, or that the service accepts no more', async () => {
    const { store } = sandbox.service;
    const free = FLOW_SLOTS - store.flows.count();
    const both = { a: flow('A', 1), b: flow('B', 1) };
    const notes = async (client = sandbox.client): Promise<unknown> =>
      (await plan({ client, links }, both)).map(item => item.action === 'create' && [item.reason, item.note]);
    const remain = `${(free - 2).toLocaleString('en')} of 2,000 flows can still be created after this.`;
    assert.deepEqual(await notes(), [
      [undefined, undefined],
      [undefined, remain],
    ]);
    const [any] = store.flows.list({ limit: 1 });
    while (any && store.flows.count() < FLOW_SLOTS - 2) store.flows.put({ ...any, id: randomUUID() });
    assert.deepEqual(await notes(), [
      [undefined, undefined],
      [undefined, 'No other flow can be created after this. Delete one to create another.'],
    ]);
    if (any) store.flows.put({ ...any, id: randomUUID() });
    assert.deepEqual(await notes(), [
      [undefined, undefined],
      ['The service accepts only 1 more flow.', undefined],
    ]);
    if (any) store.flows.put({ ...any, id: randomUUID() });
    assert.deepEqual(await notes(), [
      [undefined, undefined],
      ['The service accepts no other flow. Delete one to create another.', undefined],
    ]);
    assert.deepEqual(await notes(without(sandbox.client, 'getFlowCapacity')), [
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it('the deployment of flow files says what the service finds in a flow, if it offers to check flows', async () => {
    const file = { a: flow('A', 1, { delivery: { destination: 'one_drive' } }) };
    const reasons = async (client: Client): Promise<readonly unknown[]> =>
      (await plan({ client, links }, file)).map(item => item.action === 'create' && item.reason);
    assert.match(String(await reasons(sandbox.client)), /OneDrive is not connected/);
    assert.deepEqual(await reasons(without(sandbox.client, 'validateFlow')), [undefined]);
  });

  it('the deployment of flow files requires another flow if the service cannot replace steps, before anything is changed', async () => {
    await deploy(place(), { a: flow('A', 1) });
    const lacking = { client: without(sandbox.client, 'replaceFlowActions'), links };
    const changed = { a: flow('A', 2, { description: 'Other.' }) };
    assert.deepEqual(await deploy(lacking, changed), ['stepsKept']);
    const [item] = await plan(lacking, changed);
    assert.ok(item?.action === 'update' && item.differences.length === 2);
    const anew = planRecreation(item);
    await applyItem(deployContext(lacking.client, links, catalog), anew);
    assert.deepEqual(await deploy(lacking, changed), ['unchanged']);
  });

  it('the deployment of flow files only creates flows on a service that offers only the operations of the specification', async () => {
    const bare = {
      client: without(
        sandbox.client,
        ...([
          'listFlows',
          'getFlow',
          'listFlowActions',
          'replaceFlowActions',
          'updateFlow',
          'deleteFlow',
        ] as const),
      ),
      links,
    };
    const files = { a: flow('A', 1) };
    assert.deepEqual(await deploy(bare, files), ['created']);
    assert.deepEqual(await deploy(bare, files), ['unchanged']);
    assert.deepEqual(await deploy(bare, { a: flow('A', 2) }), ['recreated']);
    const { flowId, ...rest } = links.table['a'] ?? {};
    assert.deepEqual(Object.keys(rest), ['deployed']);
    links.put('a', { ...rest, flowId, creating: { name: 'A', graph: 'interrupted' } });
    const [item] = await plan(bare, files);
    assert.match(item?.action === 'refused' ? item.refusal : '', /^An earlier deployment was interrupted/);
  });

  it('the deployment of flow files reaches the same state after an interruption at any call, and never creates a flow twice', async () => {
    const first = { a: flow('A', 1), b: flow('B', 1), d: flow('D', 1) };
    const wanted = {
      a: flow('A', 2, { cooldownSeconds: 5 }),
      b: flow('B', 1, { recordingEnabled: true }),
      c: flow('C', 1),
      // Another file with the same content: the two must not be taken for one another.
      c2: flow('C', 1),
      d: flow('D', 1),
    };
    const uninterrupted = async (): Promise<{ calls: number; ended: unknown }> => {
      await deploy(place(), first);
      const counted = cutting(place(), { at: 0, after: false });
      await deploy(counted, wanted);
      return { calls: counted.count(), ended: await state(sandbox.client, links) };
    };
    const { calls, ended } = await uninterrupted();
    assert.ok(calls > 30, `${calls} calls`);
    for (const after of [false, true]) {
      for (let at = 1; at <= calls; at++) {
        await sandbox.stop();
        sandbox = await testSandbox({ checkAnswers: false });
        links = new MemoryLinks();
        await deploy(place(), first);
        await assert.rejects(deploy(cutting(place(), { at, after }), wanted), Cut);
        await deploy(place(), wanted);
        assert.deepEqual(
          await state(sandbox.client, links),
          ended,
          `cut ${after ? 'after' : 'before'} call ${at}`,
        );
      }
    }
  });
});
