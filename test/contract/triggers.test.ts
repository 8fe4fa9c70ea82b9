import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Input } from '../../src/contract/operations.ts';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { failureOf } from '../support/mockService.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

type Body = Input<'createTrigger'>['body'];
type FlowBody = Input<'createFlow'>['body'];

const START = Date.parse('2026-03-27T10:00:30Z');
const MISSING = '0f8fad5b-d9cb-469f-a165-70867728950e';

describe('triggers', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await testSandbox({ schedules: true });
    sandbox.clock.freeze(true);
    sandbox.clock.set(START);
  });

  afterEach(() => sandbox.stop());

  async function create(body: Body): Promise<string> {
    return (await sandbox.client.createTrigger({ body })).value.data.id;
  }

  async function refusal(call: Promise<unknown>): Promise<[number | undefined, string | undefined, string]> {
    const { failure, status } = await failureOf(call);
    assert.ok(failure.kind === 'refused');
    assert.equal(failure.body, 'flow');
    return [status, failure.code, failure.message];
  }

  async function flowOn(triggerId: string, more: Partial<FlowBody> = {}): Promise<string> {
    const action = {
      actionId: demoActionId('flow.wait'),
      position: 1,
      overrides: { params: { seconds: 0 } },
    };
    const body = { name: 'Verification run', triggerId, enabled: true, actions: [action], ...more };
    return (await sandbox.client.createFlow({ body })).value.data.id;
  }

  async function countRuns(flowId: string): Promise<number> {
    return (await sandbox.client.listExecutions({ query: { flowId } })).value.pagination.total;
  }

  /** Moves the clock on and waits until a flow has run so often. */
  async function runsAfter(flowId: string, milliseconds: number, runs: number): Promise<void> {
    sandbox.clock.advance(milliseconds);
    while ((await countRuns(flowId)) < runs) await turn();
    await sandbox.service.jobs.waitUntilIdle();
    assert.equal(await countRuns(flowId), runs);
  }

  async function nextFireTime(triggerId: string): Promise<string | null | undefined> {
    return (await sandbox.client.getTrigger({ params: { triggerId } })).value.data.nextFireTime;
  }

  it('triggers in the sandbox are created, changed, and deleted', async () => {
    const { status, value } = await sandbox.client.createTrigger({
      body: { activation: 'custom', name: 'Mine', customPayloadSchema: { type: 'object' } },
    });
    assert.equal(status, 201);
    assert.deepEqual([value.data.description, value.data.nextFireTime], [null, null]);
    const params = { triggerId: value.data.id };
    const renamed = await sandbox.client.updateTrigger({
      params,
      body: { name: 'Ours', customPayloadSchema: null },
    });
    assert.deepEqual([renamed.value.data.name, renamed.value.data.customPayloadSchema], ['Ours', null]);
    assert.match((await sandbox.client.deleteTrigger({ params })).value.message ?? '', /“Ours” was deleted/);
    assert.deepEqual((await refusal(sandbox.client.getTrigger({ params }))).slice(0, 2), [
      404,
      'trigger_not_found',
    ]);
  });

  const wrong: readonly [what: string, body: Body, field: RegExp][] = [
    ['an event without its type', { activation: 'event', name: 'A' }, /^body\.eventType: /],
    ['a schedule without its rule', { activation: 'schedule', name: 'A' }, /^body\.scheduleRule: /],
    [
      'fields of another kind',
      { activation: 'custom', name: 'A', eventType: 'app.form.submitted' },
      /^body\.eventType: belongs to triggers started by event/,
    ],
    [
      'a schedule with conditions',
      {
        activation: 'schedule',
        name: 'A',
        scheduleRule: { type: 'once', dateTime: '2027-01-01T00:00:00Z' },
        conditions: {},
      },
      /^body\.conditions: /,
    ],
    [
      'an invalid cron expression',
      { activation: 'schedule', name: 'A', timezone: 'UTC', scheduleRule: { type: 'cron', expression: 'x' } },
      /^body\.scheduleRule\.expression: /,
    ],
    [
      'a cron expression with seconds',
      {
        activation: 'schedule',
        name: 'A',
        timezone: 'UTC',
        scheduleRule: { type: 'cron', expression: '0 0 3 * * *' },
      },
      /^body\.scheduleRule\.expression: /,
    ],
    [
      'an invalid recurrence rule',
      { activation: 'schedule', name: 'A', timezone: 'UTC', scheduleRule: { type: 'recurring', rrule: 'x' } },
      /^body\.scheduleRule\.rrule: /,
    ],
    [
      'an invalid date',
      { activation: 'schedule', name: 'A', scheduleRule: { type: 'once', dateTime: 'soon' } },
      /^body\.scheduleRule\.dateTime: /,
    ],
    [
      'no time zone',
      { activation: 'schedule', name: 'A', scheduleRule: { type: 'cron', expression: '0 3 * * *' } },
      /^body\.timezone: /,
    ],
    [
      'an unknown time zone',
      {
        activation: 'schedule',
        name: 'A',
        timezone: 'Mars/Base',
        scheduleRule: { type: 'cron', expression: '0 3 * * *' },
      },
      /^body\.timezone: /,
    ],
    [
      'an invalid condition',
      {
        activation: 'event',
        name: 'A',
        eventType: 'app.form.submitted',
        conditions: { all: [{ field: 'accepted', operator: 'is', value: true }] },
      },
      /^body\.conditions\.all\.0: /,
    ],
    [
      'a schema with an external reference',
      { activation: 'custom', name: 'A', customPayloadSchema: { $ref: 'https://example.com/schema' } },
      /^body\.customPayloadSchema: /,
    ],
  ];
  for (const [what, body, field] of wrong) {
    it(`triggers in the sandbox are refused with ${what}`, async () => {
      const [status, code, message] = await refusal(sandbox.client.createTrigger({ body }));
      assert.deepEqual([status, code], [400, 'invalid_trigger']);
      assert.match(message, field);
    });
  }

  it('triggers in the sandbox lose the fields of their old kind when the kind changes', async () => {
    const schedule: Body = {
      activation: 'schedule',
      name: 'A',
      timezone: 'UTC',
      scheduleRule: { type: 'cron', expression: '0 3 * * *' },
    };
    const triggerId = await create(schedule);
    assert.ok(await nextFireTime(triggerId));
    const params = { triggerId };
    const body = { activation: 'custom' } as const;
    const { data } = (await sandbox.client.updateTrigger({ params, body })).value;
    assert.deepEqual([data.scheduleRule, data.timezone, data.nextFireTime], [null, null, null]);
    const [status] = await refusal(sandbox.client.updateTrigger({ params, body: { timezone: 'UTC' } }));
    assert.equal(status, 400);
  });

  it('triggers in the sandbox cannot be deleted while a flow uses them', async () => {
    const params = { triggerId: demoTriggerId('order') };
    const [status, code, message] = await refusal(sandbox.client.deleteTrigger({ params }));
    assert.deepEqual([status, code], [409, 'trigger_in_use']);
    assert.match(message, /“Unfinished survey” has this trigger/);
  });

  it('triggers in the sandbox can be fired manually only if they are custom, with a valid payload', async () => {
    const fire = (triggerId: string, payload: Record<string, unknown>): Promise<unknown> =>
      sandbox.client.fireTrigger({ params: { triggerId }, body: { payload } });
    assert.deepEqual((await refusal(fire(demoTriggerId('nightly'), {}))).slice(0, 2), [
      409,
      'trigger_not_custom',
    ]);
    assert.deepEqual((await refusal(fire(MISSING, {}))).slice(0, 2), [404, 'trigger_not_found']);
    const [status, code, message] = await refusal(fire(demoTriggerId('order'), { orderId: 'x' }));
    assert.deepEqual([status, code], [400, 'invalid_payload']);
    assert.match(message, /body\.payload/);
    const { value, status: accepted } = await sandbox.client.fireTrigger({
      params: { triggerId: demoTriggerId('order') },
      body: { payload: { orderId: 1, email: 'ada@example.com' } },
    });
    assert.equal(accepted, 202);
    assert.equal(value.enqueuedCount, 0);
    assert.ok(value.invocationId);
  });

  it('triggers in the sandbox start no flow again for the same invocation, and those that it has not started', async () => {
    const triggerId = await create({ activation: 'custom', name: 'Twice' });
    const first = await flowOn(triggerId);
    const fire = async (invocationId?: string): Promise<unknown[]> => {
      const body = { payload: {}, ...(invocationId === undefined ? {} : { invocationId }) };
      const { value } = await sandbox.client.fireTrigger({ params: { triggerId }, body });
      return [value.enqueuedCount, value.deduplicated, value.invocationId];
    };
    assert.deepEqual(await fire('one'), [1, false, 'one']);
    assert.deepEqual(await fire('one'), [0, true, 'one']);
    const second = await flowOn(triggerId);
    assert.deepEqual(await fire('one'), [1, true, 'one']);
    assert.deepEqual((await fire()).slice(0, 2), [2, false]);
    const runs = [first, second].map(flowId => sandbox.service.store.executions.all({ flowId }));
    assert.deepEqual(
      runs.map(all => all.length),
      [2, 2],
    );
    assert.ok(runs.flat().every(({ invocationId }) => invocationId));
    const flowsOf = async (query: { invocationId: string; flowId?: string }): Promise<unknown[]> => {
      const { value } = await sandbox.client.listExecutions({ query });
      return (value.items ?? []).map(({ flowId }) => flowId).toSorted();
    };
    assert.deepEqual(await flowsOf({ invocationId: 'one' }), [first, second].toSorted());
    assert.deepEqual(await flowsOf({ invocationId: 'one', flowId: second }), [second]);
    assert.deepEqual(await flowsOf({ invocationId: 'ONE' }), []);
    const other = await create({ activation: 'custom', name: 'Other' });
    await flowOn(other);
    const { value } = await sandbox.client.fireTrigger({
      params: { triggerId: other },
      body: { payload: {}, invocationId: 'one' },
    });
    assert.deepEqual([value.enqueuedCount, value.deduplicated], [1, false]);
    const { status } = await sandbox.request(`/triggers/${triggerId}/fire`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"payload":{},"invocationId":""}',
    });
    assert.equal(status, 400);
  });

  it('triggers in the sandbox fire once at a date', async () => {
    const scheduleRule = { type: 'once', dateTime: '2026-03-27T12:00:00+01:00' } as const;
    const triggerId = await create({ activation: 'schedule', name: 'A', scheduleRule });
    assert.equal(await nextFireTime(triggerId), '2026-03-27T11:00:00.000Z');
    const flowId = await flowOn(triggerId);
    await runsAfter(flowId, 59 * 60_000, 0);
    await runsAfter(flowId, 60_000, 1);
    assert.equal(await nextFireTime(triggerId), null);
    await runsAfter(flowId, 30 * 86_400_000, 1);
  });

  it('triggers in the sandbox fire by cron in their time zone, also when daylight saving time changes', async () => {
    const scheduleRule = { type: 'cron', expression: '0 9 * * *' } as const;
    const triggerId = await create({
      activation: 'schedule',
      name: 'A',
      timezone: 'Europe/Berlin',
      scheduleRule,
    });
    assert.equal(await nextFireTime(triggerId), '2026-03-28T08:00:00.000Z');
    const flowId = await flowOn(triggerId);
    await runsAfter(flowId, 86_400_000, 1);
    assert.equal(await nextFireTime(triggerId), '2026-03-29T07:00:00.000Z');
    await runsAfter(flowId, 3 * 86_400_000, 4);
  });

  it('triggers in the sandbox fire by a recurrence rule in their time zone, also when daylight saving time changes', async () => {
    const scheduleRule = { type: 'recurring', rrule: 'FREQ=DAILY;BYHOUR=9;BYMINUTE=30' } as const;
    const timezone = 'Europe/Berlin';
    const triggerId = await create({ activation: 'schedule', name: 'A', timezone, scheduleRule });
    assert.equal(await nextFireTime(triggerId), '2026-03-28T08:30:00.000Z');
    const flowId = await flowOn(triggerId);
    await runsAfter(flowId, 86_400_000, 1);
    assert.equal(await nextFireTime(triggerId), '2026-03-29T07:30:00.000Z');
  });

  it('triggers in the sandbox fire within their jitter, at varying times', async () => {
    const distances = new Set<number>();
    for (let index = 0; index < 20; index++) {
      const scheduleRule = {
        type: 'cron',
        expression: '0 12 * * *',
        jitter: { beforeMinutes: 10, afterMinutes: 20 },
      } as const;
      const triggerId = await create({ activation: 'schedule', name: 'A', timezone: 'UTC', scheduleRule });
      const distance = Date.parse((await nextFireTime(triggerId)) ?? '') - Date.parse('2026-03-27T12:00:00Z');
      assert.ok(distance >= -600_000 && distance <= 1_200_000, `${distance}`);
      distances.add(distance);
    }
    assert.ok(distances.size > 10);
  });

  it('triggers in the sandbox do not fire by schedule while schedules are off, even if planned before', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cloud-devices-schedules-'));
    const dataFile = join(folder, 'state.db');
    const restart = async (schedules: boolean): Promise<void> => {
      await sandbox.stop();
      sandbox = await testSandbox({ schedules, dataFile, clock: sandbox.clock });
    };
    const everyMinute: Body = {
      ...{ activation: 'schedule', name: 'A', timezone: 'UTC' },
      scheduleRule: { type: 'cron', expression: '* * * * *' },
    };
    try {
      await restart(true);
      const planned = await flowOn(await create(everyMinute));
      await restart(false);
      const triggerId = await create(everyMinute);
      const flowId = await flowOn(triggerId);
      assert.equal(await nextFireTime(triggerId), '2026-03-27T10:01:00.000Z');
      await runsAfter(flowId, 600_000, 0);
      assert.equal(await countRuns(planned), 0);
      await restart(true);
      await runsAfter(flowId, 60_000, 1);
      assert.equal(await countRuns(planned), 1);
    } finally {
      await sandbox.stop();
      sandbox = await testSandbox();
      await rm(folder, { recursive: true });
    }
  });

  it('triggers in the sandbox fire on an event that meets their conditions, with its payload', async () => {
    const triggerId = await create({
      activation: 'event',
      name: 'Form',
      eventType: 'app.form.submitted',
      conditions: {
        all: [{ field: 'accepted', operator: 'equals', value: true }],
        any: [
          { field: 'email', operator: 'contains', value: '@example.com' },
          { field: 'user.age', operator: 'greaterThan', value: 17 },
        ],
      },
    });
    const flowId = await flowOn(triggerId, { deviceIds: [demoDeviceId('phone'), demoDeviceId('tablet')] });
    const ingest = (payload: Record<string, unknown>, more: object = {}): Promise<{ status: number }> =>
      sandbox.client.ingestEvent({ body: { eventType: 'app.form.submitted', payload, ...more } });
    await ingest({ accepted: false, email: 'ada@example.com' });
    await ingest({ accepted: true, email: 'ada@example.org' });
    assert.equal(await countRuns(flowId), 0);
    assert.equal((await ingest({ accepted: true, email: 'ada@example.com' })).status, 202);
    await ingest({ accepted: true, user: { age: 18 } }, { deviceId: demoDeviceId('tablet') });
    await ingest({ accepted: true, user: { age: 18 } }, { deviceId: demoDeviceId('ios') });
    await sandbox.service.jobs.waitUntilIdle();
    assert.equal(await countRuns(flowId), 2);
    const events = (await sandbox.client.listAppEvents({ query: { eventType: 'app.form.submitted' } })).value;
    assert.ok((events.items?.length ?? 0) >= 5);
    const runs = (await sandbox.client.listExecutions({ query: { flowId } })).value.items ?? [];
    assert.ok(runs.every(run => events.items?.some(event => event.id === run.eventId)));
    const steps = runs.map(run => (run.result as { steps: unknown[] }).steps.length);
    assert.deepEqual(steps.toSorted(), [1, 2]);
  });

  it('triggers in the sandbox report which flows an event would start, without starting them', async () => {
    const triggerId = await create({
      activation: 'event',
      name: 'Parcel',
      eventType: 'app.post.parcel_arrived',
    });
    const on = await flowOn(triggerId);
    const off = await flowOn(triggerId, { enabled: false });
    const body = { eventType: 'app.post.parcel_arrived', payload: { weight: 3 } };
    const { data } = (await sandbox.client.dryRunEvent({ body })).value;
    assert.deepEqual(
      data.matchedFlows.map(one => [one.flow.id, one.wouldFire, one.gates?.enabled]).toSorted(),
      [
        [on, true, true],
        [off, false, false],
      ].toSorted(),
    );
    assert.deepEqual(data.validation, { valid: true });
    assert.equal(await countRuns(on), 0);
    const wrongType = { eventType: 'app.maps.place_entered', payload: { latitude: 'north' } };
    const judged = (await sandbox.client.dryRunEvent({ body: wrongType })).value.data.validation;
    assert.deepEqual(judged?.errors, [{ field: 'latitude', message: 'must be of type number, not string' }]);
    assert.deepEqual((await refusal(sandbox.client.ingestEvent({ body: wrongType }))).slice(0, 2), [
      400,
      'invalid_payload',
    ]);
  });
});
