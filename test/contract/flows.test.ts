import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Input } from '../../src/contract/operations.ts';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { failureOf } from '../support/mockService.ts';
import { FLOW_SLOTS } from '../../src/sandbox/features/flows/capacity.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const MISSING = '0f8fad5b-d9cb-469f-a165-70867728950e';
type Body = Input<'createFlow'>['body'];

function flowBody(more: Partial<Body> = {}): Body {
  return {
    name: 'Wave',
    triggerId: demoTriggerId('custom'),
    actions: [
      {
        actionId: demoActionId('flow.repeat'),
        position: 1,
        overrides: { params: { times: 2 } },
        children: [{ actionId: demoActionId('device.screenshot'), position: 1 }],
      },
      { actionId: demoActionId('device.globalAction'), position: 2, continueOnError: true },
    ],
    ...more,
  };
}

describe('flows', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await testSandbox();
  });

  afterEach(() => sandbox.stop());

  async function created(more?: Partial<Body>): Promise<string> {
    return (await sandbox.client.createFlow({ body: flowBody(more) })).value.data.id;
  }

  async function refusal(
    call: Promise<unknown>,
  ): Promise<[status: number | undefined, code: string | undefined]> {
    const { failure, status } = await failureOf(call);
    assert.ok(failure.kind === 'refused');
    assert.equal(failure.body, 'flow');
    return [status, failure.code];
  }

  it('flows in the sandbox are created with 201, the fields of the specification, and their steps', async () => {
    const { status, value } = await sandbox.client.createFlow({ body: flowBody({ cooldownSeconds: 30 }) });
    assert.equal(status, 201);
    assert.equal(value.data.enabled, false);
    assert.equal(value.data.cooldownSeconds, 30);
    for (const absent of ['archivedAt', 'lifecycleStatus', 'recordingPolicy', 'delivery', 'actions']) {
      assert.ok(!(absent in value.data), absent);
    }
    const steps = (await sandbox.client.listFlowActions({ params: { flowId: value.data.id } })).value.data;
    assert.deepEqual(
      steps.map(step => [step.position, step.parentFlowActionId == null, step.continueOnError]),
      [
        [1, true, false],
        [1, false, false],
        [2, true, true],
      ],
    );
  });

  it('flows in the sandbox are refused if a trigger or an action does not exist or two steps have the same position or key', async () => {
    const step = { actionId: demoActionId('device.tap'), position: 1 };
    const bad: Partial<Body>[] = [
      { triggerId: MISSING },
      { actions: [{ ...step, actionId: MISSING }] },
      { actions: [step, step] },
      { actions: [{ ...step, children: [step, step] }] },
      { actions: [{ ...step, key: 'tap', children: [{ ...step, key: 'tap' }] }] },
    ];
    for (const more of bad) {
      assert.deepEqual(await refusal(created(more)), [400, 'invalid_request']);
    }
    const { failure } = await failureOf(created({ actions: [{ ...step, children: [step, step] }] }));
    assert.match(
      failure.kind === 'refused' ? failure.message : '',
      /^body\.actions\.0\.children\.1\.position/,
    );
  });

  it('flows in the sandbox accept one level of children, and refuse a second one with any content', async () => {
    const params = { flowId: await created() };
    const path = `/flows/${params.flowId}/actions`;
    const before = (await sandbox.client.listFlowActions({ params })).value.data;
    const step = { actionId: demoActionId('device.tap'), position: 1 };
    for (const children of [[step], [{}], [{ ...step, actionId: 7 }], [null], {}, 'none', null, []]) {
      const entry = { ...step, position: 7, children: [{ ...step, children }] };
      const calls = [
        ['POST', '/flows', { ...flowBody(), actions: [entry] }],
        ['PUT', path, { actions: [entry] }],
        ['POST', path, entry],
      ] as const;
      for (const [method, at, body] of calls) {
        const headers = { 'content-type': 'application/json' };
        const response = await sandbox.request(at, { method, headers, body: JSON.stringify(body) });
        const { message } = (await response.json()) as { message: string };
        assert.deepEqual([response.status, method, at], [400, method, at], JSON.stringify(children));
        assert.match(message, /children\.0\.children: a child has no children of its own$/);
      }
    }
    assert.deepEqual((await sandbox.client.listFlowActions({ params })).value.data, before);
  });

  it('flows in the sandbox change their settings, never their actions, and null clears a setting', async () => {
    const flowId = await created({ cooldownSeconds: 5, description: 'Before.' });
    const steps = (await sandbox.client.listFlowActions({ params: { flowId } })).value.data;
    const body = { name: 'After', cooldownSeconds: null, description: null, actions: [], id: MISSING };
    const { data } = (await sandbox.client.updateFlow({ params: { flowId }, body })).value;
    assert.deepEqual(
      [data.id, data.name, data.cooldownSeconds, data.description],
      [flowId, 'After', null, null],
    );
    const after = (await sandbox.client.listFlowActions({ params: { flowId } })).value.data;
    assert.deepEqual(after, steps);
  });

  it('flows in the sandbox are copied with steps and settings, disabled, and with new IDs', async () => {
    const flowId = await created({ notifyOnFailure: true, enabled: true });
    const copy = (await sandbox.client.cloneFlow({ params: { flowId } })).value.data;
    assert.notEqual(copy.id, flowId);
    assert.deepEqual([copy.name, copy.enabled, copy.notifyOnFailure], ['Wave (copy)', false, true]);
    const shape = async (id: string): Promise<unknown> =>
      (await sandbox.client.listFlowActions({ params: { flowId: id } })).value.data.map(step => [
        step.actionId,
        step.key,
        step.position,
        step.parentFlowActionId == null,
        step.overrides,
      ]);
    assert.deepEqual(await shape(copy.id), await shape(flowId));
    const named = await sandbox.client.cloneFlow({
      params: { flowId },
      body: { name: 'Mine', deviceIds: [] },
    });
    assert.deepEqual([named.value.data.name, named.value.data.deviceIds], ['Mine', []]);
  });

  it('flows in the sandbox add, replace, and remove steps, at the top level and inside another step', async () => {
    const { client } = sandbox;
    const params = { flowId: await created() };
    const list = async (): Promise<readonly { id: string; actionId: string; position: number }[]> =>
      (await client.listFlowActions({ params })).value.data;
    const parent = (await list())[0]!.id;
    const tap = { actionId: demoActionId('device.tap'), position: 2 };
    const child = await client.addFlowAction({ params, body: { ...tap, parentFlowActionId: parent } });
    assert.equal(child.value.data.parentFlowActionId, parent);
    assert.deepEqual(await refusal(client.addFlowAction({ params, body: tap })), [400, 'invalid_request']);
    const deep = { ...tap, parentFlowActionId: child.value.data.id };
    assert.deepEqual(await refusal(client.addFlowAction({ params, body: deep })), [400, 'invalid_request']);

    await client.removeFlowAction({ params: { ...params, flowActionId: parent } });
    assert.deepEqual(
      (await list()).map(step => step.actionId),
      [demoActionId('device.globalAction')],
    );
    const keyless = client.replaceFlowActions({ params, body: { actions: [tap] } });
    assert.deepEqual(await refusal(keyless), [400, 'invalid_request']);
    const keylessChild = { ...tap, key: 'tap', children: [tap] };
    const inside = client.replaceFlowActions({ params, body: { actions: [keylessChild] } });
    assert.deepEqual(await refusal(inside), [400, 'invalid_request']);
    const keyed = { ...tap, key: 'tap', children: [{ ...tap, key: 'tap-again' }] };
    const replaced = await client.replaceFlowActions({ params, body: { actions: [keyed] } });
    assert.deepEqual(replaced.value.data, await list());
    assert.deepEqual(
      replaced.value.data.map(({ key }) => key),
      ['tap', 'tap-again'],
    );
    const same = client.addFlowAction({ params, body: { ...tap, position: 3, key: 'tap-again' } });
    assert.deepEqual(await refusal(same), [400, 'invalid_request']);
    const added = await client.addFlowAction({ params, body: { ...tap, position: 3 } });
    assert.equal(added.value.data.key, 'tap_2');
    const gone = client.removeFlowAction({ params: { ...params, flowActionId: parent } });
    assert.deepEqual(await refusal(gone), [404, 'flow_action_not_found']);
  });

  it('flows in the sandbox are healthy after unblock, which also succeeds for a healthy flow', async () => {
    const blocked = (await sandbox.client.listFlows({ query: { status: ['blocked'] } })).value.items![0]!;
    for (let count = 0; count < 2; count++) {
      const { data } = (await sandbox.client.unblockFlow({ params: { flowId: blocked.id } })).value;
      assert.deepEqual([data.status, data.consecutiveFailures, data.blockedAt], ['healthy', 0, null]);
    }
  });

  it('flows in the sandbox are archived by deletion, which can be repeated, and are no longer listed', async () => {
    const { client, service } = sandbox;
    const params = { flowId: await created() };
    const first = (await client.deleteFlow({ params })).value;
    assert.deepEqual((await client.deleteFlow({ params })).value, first);
    const { items } = (await client.listFlows({ query: { pageSize: 100 } })).value;
    assert.ok(!items?.some(({ id }) => id === params.flowId));
    const kept = service.store.archivedFlows.get(params.flowId);
    assert.deepEqual([kept?.enabled, kept?.lifecycleStatus], [false, 'archived']);
    assert.ok(kept?.archivedAt);
    assert.deepEqual(await refusal(client.deleteFlow({ params: { flowId: MISSING } })), [
      404,
      'flow_not_found',
    ]);
  });

  it('flows in the sandbox are switched by their lifecycle, which is what “enabled” says', async () => {
    const { client } = sandbox;
    const params = { flowId: await created() };
    const state = async (): Promise<unknown> => {
      const { enabled, lifecycleStatus } = (await client.getFlow({ params })).value.data;
      return [enabled, lifecycleStatus];
    };
    assert.deepEqual(await state(), [false, 'disabled']);
    await client.updateFlow({ params, body: { lifecycleStatus: 'enabled' } });
    assert.deepEqual(await state(), [true, 'enabled']);
    await client.updateFlow({ params, body: { enabled: false } });
    assert.deepEqual(await state(), [false, 'disabled']);
    const body = { lifecycleStatus: 'archived' } as never;
    const path = `/flows/${params.flowId}`;
    const headers = { 'content-type': 'application/json' };
    const refused = await sandbox.request(path, { method: 'PATCH', headers, body: JSON.stringify(body) });
    assert.equal(refused.status, 400);
  });

  it('flows in the sandbox have a recording policy, which the deprecated switch follows and sets', async () => {
    const { client } = sandbox;
    const params = { flowId: await created() };
    const recording = async (): Promise<unknown> => {
      const { recordingPolicy, recordingEnabled } = (await client.getFlow({ params })).value.data;
      return [recordingPolicy?.mode, recordingEnabled];
    };
    assert.deepEqual(await recording(), ['off', false]);
    await client.updateFlow({ params, body: { recordingEnabled: true } });
    assert.deepEqual(await recording(), ['flow', true]);
    await client.updateFlow({ params, body: { recordingPolicy: { mode: 'selected_steps' } } });
    assert.deepEqual(await recording(), ['selected_steps', false]);
    const flowId = await created({ recordingPolicy: { mode: 'flow', extra: 1 } });
    const read = async (): Promise<unknown> => {
      const { recordingPolicy, recordingEnabled } = (await client.getFlow({ params: { flowId } })).value.data;
      return [recordingPolicy, recordingEnabled];
    };
    assert.deepEqual(await read(), [{ mode: 'flow', extra: 1 }, true]);
    await client.updateFlow({ params: { flowId }, body: { recordingEnabled: false } });
    assert.deepEqual(await read(), [{ mode: 'off', extra: 1 }, false]);
  });

  it('flows in the sandbox have a delivery, which null clears, and say where they can deliver', async () => {
    const { client } = sandbox;
    const params = { flowId: await created({ recordingPolicy: { mode: 'flow' } }) };
    const delivery = { destination: 'google_drive', folder: 'Runs', recording: { filename: 'run' } };
    const { data } = (await client.updateFlow({ params, body: { delivery } })).value;
    assert.deepEqual(data.delivery, delivery);
    const cleared = (await client.updateFlow({ params, body: { delivery: null } })).value.data;
    assert.equal(cleared.delivery, null);
    const own = client.updateFlow({ params, body: { delivery: { destination: 'sandbox', folder: 'Runs' } } });
    assert.deepEqual(await refusal(own), [422, 'invalid_request']);
    const options = (await client.getDeliveryOptions({ params })).value.data;
    assert.deepEqual([options.recordingMode, options.canDeliverRecording], ['flow', true]);
    assert.deepEqual(
      options.destinations?.map(({ key, connection }) => [key, connection]),
      [
        ['sandbox', 'connected'],
        ['google_drive', 'not_connected'],
        ['one_drive', 'not_connected'],
      ],
    );
    assert.deepEqual(await refusal(client.getDeliveryOptions({ params: { flowId: MISSING } })), [
      404,
      'flow_not_found',
    ]);
  });

  it('flows in the sandbox are limited in number, which their capacity says in advance', async () => {
    const { client, service } = sandbox;
    const { included, remaining, status } = (await client.getFlowCapacity({})).value.data;
    const { store } = service;
    assert.deepEqual([included, status], [FLOW_SLOTS, 'available']);
    assert.equal(remaining, FLOW_SLOTS - store.flows.count());
    const flowId = await created();
    const flow = store.flows.get(flowId);
    assert.ok(flow);
    while (store.flows.count() < FLOW_SLOTS) store.flows.put({ ...flow, id: randomUUID() });
    assert.deepEqual((await client.getFlowCapacity({})).value.data, {
      included,
      remaining: 0,
      status: 'exhausted',
    });
    assert.deepEqual(await refusal(created()), [403, 'flow_capacity_exhausted']);
    assert.deepEqual(await refusal(client.cloneFlow({ params: { flowId } })), [
      403,
      'flow_capacity_exhausted',
    ]);
    await client.deleteFlow({ params: { flowId } });
    assert.ok(await created());
  });

  it('flows in the sandbox are checked without being created, with the field of each error', async () => {
    const { client, service } = sandbox;
    const count = service.store.flows.count();
    const check = async (more: object): Promise<unknown> => {
      const { name, actions } = flowBody();
      const { data } = (await client.validateFlow({ body: { name, actions, ...more } })).value;
      assert.equal(data.valid, data.errors?.length === 0);
      return [
        (data.errors ?? []).map(({ field, code }) => `${code} ${field}`),
        (data.warnings ?? []).map(({ code, connectKey, destination }) => [code, connectKey, destination]),
      ];
    };
    assert.deepEqual(await check({}), [[], []]);
    const tap = { actionId: demoActionId('device.tap'), position: 1 };
    const wrong = { ...tap, overrides: { params: { target: { x: 'left', y: 1 } } } };
    assert.deepEqual(await check({ actions: [wrong] }), [
      ['param-type actions[0].overrides.params.target.x'],
      [],
    ]);
    assert.deepEqual(await check({ actions: [{ ...tap, actionId: MISSING }] }), [
      ['unknown-action actions[0].actionId'],
      [],
    ]);
    const draft = { service: 'devices_api', method: 'device.tap', name: 'Tap' };
    const target = { x: 1, y: 1 };
    const drafted = { draft: { ...draft, params: { target } }, position: 1 };
    assert.deepEqual(await check({ actions: [drafted] }), [[], []]);
    assert.deepEqual(await check({ actions: [{ draft: { ...draft, method: 'none' }, position: 1 }] }), [
      ['unknown-action actions[0].actionId'],
      [],
    ]);
    assert.deepEqual(await check({ delivery: { destination: 'google_drive' } }), [
      [],
      [['destination_not_connected', 'google_drive', 'google_drive']],
    ]);
    assert.equal(service.store.flows.count(), count);
    const headers = { 'content-type': 'application/json' };
    for (const body of [
      { name: 'A', actions: [] },
      { actions: [tap] },
      { name: 'A', actions: [{ position: 1 }] },
    ]) {
      const request = { method: 'POST', headers, body: JSON.stringify(body) };
      assert.equal((await sandbox.request('/flows/validate', request)).status, 400);
    }
  });

  it('flows in the sandbox return 404 for every operation after they were deleted', async () => {
    const { client } = sandbox;
    const params = { flowId: await created() };
    await client.deleteFlow({ params });
    const body = { verificationExecutionId: MISSING };
    for (const call of [
      client.getFlow({ params }),
      client.updateFlow({ params, body: { name: 'x' } }),
      client.cloneFlow({ params }),
      client.unblockFlow({ params }),
      client.listFlowActions({ params }),
      client.listFlowRepairs({ params }),
      client.activateFlow({ params, body }),
    ]) {
      assert.deepEqual(await refusal(call), [404, 'flow_not_found']);
    }
  });

  describe('activation', () => {
    // A demo flow that has succeeded, switched off: the state that activation starts from.
    async function verified(): Promise<{ flowId: string; verificationExecutionId: string }> {
      const { client } = sandbox;
      const successes = (await client.listExecutions({ query: { status: 'success' } })).value.items!;
      const { flowId, id } = successes.find(execution => execution.flowId)!;
      await client.updateFlow({ params: { flowId: flowId! }, body: { enabled: false } });
      return { flowId: flowId!, verificationExecutionId: id };
    }

    it('the activation of flows in the sandbox enables a disabled flow whose verification succeeded and whose graph is unchanged', async () => {
      const { flowId, ...body } = await verified();
      // Neither a name nor a device is a part of the graph.
      await sandbox.client.updateFlow({ params: { flowId }, body: { name: 'Renamed', deviceIds: [] } });
      const { data } = (await sandbox.client.activateFlow({ params: { flowId }, body })).value;
      assert.deepEqual([data.enabled, data.lifecycleStatus], [true, 'enabled']);
      for (const shown of ['archivedAt', 'recordingPolicy', 'delivery']) assert.ok(shown in data, shown);
    });

    it('the activation of flows in the sandbox changes nothing when repeated, with any execution', async () => {
      const { flowId, ...body } = await verified();
      const first = (await sandbox.client.activateFlow({ params: { flowId }, body })).value;
      const other = { verificationExecutionId: MISSING };
      const again = (await sandbox.client.activateFlow({ params: { flowId }, body: other })).value;
      assert.deepEqual(again, first);
    });

    it('the activation of flows in the sandbox is refused without a successful execution of the same flow', async () => {
      const { client } = sandbox;
      const { flowId, ...body } = await verified();
      const other = await created();
      const failures = (await client.listExecutions({ query: { status: 'failed' } })).value.items!;
      const failed = failures.find(execution => execution.flowId)!;
      await client.updateFlow({ params: { flowId: failed.flowId! }, body: { enabled: false } });
      for (const [id, execution] of [
        [flowId, MISSING],
        [other, body.verificationExecutionId],
        [failed.flowId!, failed.id],
      ] as const) {
        const call = client.activateFlow({
          params: { flowId: id },
          body: { verificationExecutionId: execution },
        });
        assert.deepEqual(await refusal(call), [409, 'verification_invalid']);
        assert.equal((await client.getFlow({ params: { flowId: id } })).value.data.enabled, false);
      }
    });

    it('the activation of flows in the sandbox is refused after a change of trigger, steps, order, parameters, or continueOnError', async () => {
      const { client } = sandbox;
      const { flowId, ...body } = await verified();
      const params = { flowId };
      const activate = (): Promise<unknown> => client.activateFlow({ params, body });
      const before = (await client.getFlow({ params })).value.data;
      const steps = (await client.listFlowActions({ params })).value.data.filter(
        step => !step.parentFlowActionId,
      );
      const entries = steps.map(({ key, actionId, position }) => ({ key, actionId, position }));

      const trigger = [demoTriggerId('nightly'), demoTriggerId('custom')].find(
        id => id !== before.triggerId,
      )!;
      await client.updateFlow({ params, body: { triggerId: trigger } });
      assert.deepEqual(await refusal(activate()), [409, 'verification_invalid']);
      await client.updateFlow({ params, body: { triggerId: before.triggerId! } });

      const changes = [
        [...entries, { key: 'extra', actionId: demoActionId('device.tap'), position: 900 }],
        entries.map(entry => ({ ...entry, overrides: { params: { changed: true } } })),
        entries.map(entry => ({ ...entry, continueOnError: true })),
      ];
      for (const actions of changes) {
        await client.replaceFlowActions({ params, body: { actions } });
        assert.deepEqual(await refusal(activate()), [409, 'verification_invalid']);
      }
    });

    it('the activation of flows in the sandbox tells clients not to retry a refusal', async () => {
      const { flowId } = await verified();
      const response = await sandbox.request(`/flows/${flowId}/activate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ verificationExecutionId: MISSING }),
      });
      assert.equal(response.status, 409);
      assert.equal(response.headers.get('x-should-retry'), 'false');
      assert.deepEqual(Object.keys((await response.json()) as object).toSorted(), ['code', 'message']);
    });
  });
});
