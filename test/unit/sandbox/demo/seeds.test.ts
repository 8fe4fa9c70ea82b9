import assert from 'node:assert/strict';
import { Validator } from '@cfworker/json-schema';
import * as z from 'zod';
import { EXECUTION_STATUSES } from '../../../../src/contract/enumerations.ts';
import { Action } from '../../../../src/contract/records/action.ts';
import { App, AppVersion } from '../../../../src/contract/records/app.ts';
import { Device } from '../../../../src/contract/records/device.ts';
import { Execution } from '../../../../src/contract/records/execution.ts';
import { Flow } from '../../../../src/contract/records/flow.ts';
import { FlowActionEntry } from '../../../../src/contract/records/flowAction.ts';
import { Mailbox, MailboxMessage } from '../../../../src/contract/records/mailbox.ts';
import { Agent, ModelList, Task } from '../../../../src/contract/records/task.ts';
import { AppEventType, ScheduleRule, Trigger } from '../../../../src/contract/records/trigger.ts';
import { EventTypeCatalog, Webhook } from '../../../../src/contract/records/webhook.ts';
import { demoAppEvents } from '../../../../src/sandbox/demo/referenceData.ts';
import { demoApps } from '../../../../src/sandbox/demo/apps.ts';
import { demoDevices } from '../../../../src/sandbox/demo/devices.ts';
import { demoEventTypes } from '../../../../src/sandbox/demo/referenceData.ts';
import { demoExecutions } from '../../../../src/sandbox/demo/executions.ts';
import { demoFlows } from '../../../../src/sandbox/demo/flows.ts';
import {
  LARGE,
  largeActions,
  largeDevices,
  largeFlows,
  largeMailboxes,
  largeMessages,
} from '../../../../src/sandbox/demo/large.ts';
import { demoMailboxes } from '../../../../src/sandbox/demo/mailboxes.ts';
import { demoMessages } from '../../../../src/sandbox/demo/messages.ts';
import { demoAgents, demoModels } from '../../../../src/sandbox/demo/referenceData.ts';
import { entriesOf } from '../../../../src/sandbox/demo/storeDemo.ts';
import { demoTasks } from '../../../../src/sandbox/demo/tasks.ts';
import { demoTriggers } from '../../../../src/sandbox/demo/triggers.ts';
import { demoWebhooks } from '../../../../src/sandbox/demo/webhooks.ts';
import { toResponse } from '../../../../src/sandbox/store/stored.ts';
import { problemsOf } from '../../../support/sampleRun.ts';

const NOW = Date.UTC(2026, 2, 14, 9, 30);
const triggers = demoTriggers(NOW);
const triggerById = new Map(triggers.map(trigger => [trigger.id, trigger]));

function fit(schema: z.ZodType, values: readonly unknown[]): void {
  assert.ok(values.length > 0);
  for (const value of values) {
    const { error } = schema.safeParse(value);
    assert.equal(error, undefined, error && z.prettifyError(error));
  }
}

function unique(ids: readonly string[]): void {
  assert.equal(new Set(ids).size, ids.length);
}

describe('sandbox/demo/seeds: demo seed', () => {
  it('the demo seed has records that match the contract', () => {
    fit(Device, demoDevices(NOW).map(toResponse));
    fit(Mailbox, demoMailboxes(NOW));
    fit(MailboxMessage, demoMessages(NOW).map(toResponse));
    fit(App, demoApps(NOW).map(toResponse));
    fit(
      AppVersion,
      demoApps(NOW).flatMap(app => app.sandbox.versions),
    );
    fit(Trigger, triggers);
    fit(
      Flow,
      demoFlows(NOW).map(one => one.flow),
    );
    fit(
      FlowActionEntry,
      demoFlows(NOW).flatMap(one => entriesOf(one.steps)),
    );
    fit(Execution, demoExecutions(NOW));
    fit(Webhook, demoWebhooks(NOW));
    fit(Task, demoTasks(NOW));
    fit(AppEventType, demoAppEvents);
    fit(EventTypeCatalog, [demoEventTypes]);
    fit(ModelList, [demoModels]);
    fit(Agent, demoAgents);
  });

  it('the demo seed gives every record a unique ID', () => {
    unique([
      ...demoDevices(NOW).map(one => one.id),
      ...demoMailboxes(NOW).map(one => one.id),
      ...demoMessages(NOW).map(one => one.id),
      ...demoApps(NOW).flatMap(one => [one.id, ...one.sandbox.versions.map(version => version.id)]),
      ...triggers.map(one => one.id),
      ...demoFlows(NOW).map(one => one.flow.id),
      ...demoExecutions(NOW).map(one => one.id),
      ...demoWebhooks(NOW).map(one => one.id),
      ...demoTasks(NOW).map(one => one.id),
    ]);
  });

  it('the demo seed refers only to existing records', () => {
    const devices = new Set(demoDevices(NOW).map(one => one.id));
    const webhooks = new Set(demoWebhooks(NOW).map(one => one.id));
    const flows = new Map(demoFlows(NOW).map(({ flow }) => [flow.id, flow]));
    const mailboxes = new Set(demoMailboxes(NOW).map(one => one.id));
    for (const flow of flows.values()) {
      assert.ok(triggerById.has(flow.triggerId!), flow.name);
      assert.ok(
        flow.deviceIds!.every(id => devices.has(id)),
        flow.name,
      );
      assert.ok(flow.notifyWebhookId == null || webhooks.has(flow.notifyWebhookId), flow.name);
    }
    for (const execution of demoExecutions(NOW)) {
      assert.equal(flows.get(execution.flowId!)?.name, execution.flowName);
      assert.equal(triggerById.get(execution.triggerId!)?.name, execution.triggerName);
    }
    for (const { mailboxId } of demoMessages(NOW)) assert.ok(mailboxes.has(mailboxId!));
    const appEvents = new Set(demoAppEvents.map(event => event.appEventType));
    for (const { eventType } of triggers) assert.ok(eventType == null || appEvents.has(eventType));
  });

  it('the demo seed has flows with steps that match the catalog', () => {
    for (const { flow, steps } of demoFlows(NOW)) {
      assert.deepEqual(problemsOf(entriesOf(steps), triggerById.get(flow.triggerId!)!), [], flow.name);
    }
  });

  it('the demo seed has a flow, an execution, and a device in each visible state', () => {
    const flows = demoFlows(NOW).map(one => one.flow);
    assert.deepEqual(new Set(flows.map(flow => flow.status)), new Set(['healthy', 'failing', 'blocked']));
    assert.deepEqual(new Set(flows.map(flow => flow.lifecycleStatus)), new Set(['enabled', 'disabled']));
    const ended = new Set(demoExecutions(NOW).map(one => one.status));
    assert.deepEqual(ended, new Set(['success', 'failed', 'cancelled']));
    assert.ok([...ended].every(status => (EXECUTION_STATUSES as readonly unknown[]).includes(status)));
    const devices = demoDevices(NOW);
    assert.ok(devices.some(one => Object.values(one.sandbox.capabilities).every(Boolean)));
    assert.ok(devices.some(one => one.sandbox.capabilities['geo'] === false));
    assert.ok(devices.some(one => one.sandbox.secondDisplay));
    assert.ok(devices.some(one => one.state === 'disconnected'));
    assert.ok(devices.some(one => one.sandbox.platform === 'ios-phone'));
  });

  it('the demo seed has flows whose two fields about recording agree', () => {
    const flows = demoFlows(NOW).map(({ flow }) => flow);
    assert.ok(flows.some(({ recordingEnabled }) => recordingEnabled === true));
    for (const { recordingEnabled, recordingPolicy } of flows)
      assert.equal(recordingPolicy?.mode, recordingEnabled === true ? 'flow' : 'off');
  });

  it('the demo seed has every kind of trigger and schedule, and a payload schema that accepts its own examples', () => {
    assert.deepEqual(new Set(triggers.map(one => one.activation)), new Set(['event', 'schedule', 'custom']));
    const rules = triggers.flatMap(one => (one.scheduleRule ? [one.scheduleRule] : []));
    fit(ScheduleRule, rules);
    assert.deepEqual(new Set(rules.map(rule => rule.type)), new Set(['once', 'cron', 'recurring']));
    const schema = triggers.find(one => one.customPayloadSchema != null)!.customPayloadSchema as {
      properties: Record<string, { examples: unknown[] }>;
    };
    const payload = Object.entries(schema.properties).map(([name, part]) => [name, part.examples[0]]);
    assert.deepEqual(new Validator(schema, '2020-12').validate(Object.fromEntries(payload)).errors, []);
  });

  it('the demo seed has a passcode in the text of every message marked so', () => {
    const passcode = /(?<![\d.])(\d{6}|\d{3} \d{3})(?!\d)|G-\d{6}|\b\d{4}\b/;
    for (const { subject, sandbox } of demoMessages(NOW).filter(one => one.hasOtp === true)) {
      assert.match(`${subject ?? ''} ${sandbox.body}`, passcode);
    }
    assert.ok(demoMessages(NOW).some(one => /\d{3} ?\d{3}/.test(one.subject ?? '')));
    assert.ok(demoMessages(NOW).some(one => (one.subject ?? '').length > 150));
  });

  it('the demo seed has only times before its reference time, and is the same each time', () => {
    const text = (): string =>
      JSON.stringify([demoMessages(NOW), demoExecutions(NOW), demoFlows(NOW), demoTasks(NOW)]);
    assert.equal(text(), text());
    for (const { startedAt, finishedAt } of demoExecutions(NOW)) {
      assert.ok(startedAt! < finishedAt!);
      assert.ok(Date.parse(finishedAt!) < NOW);
    }
    for (const { receivedAt } of demoMessages(NOW)) assert.ok(Date.parse(receivedAt!) < NOW);
  });
});

describe('sandbox/demo/seeds: large seed', () => {
  const large = { seed: 7, now: NOW };

  it('the large seed creates the requested number of records, which match the contract', () => {
    const actions = [...largeActions(LARGE.actions, large)];
    const devices = [...largeDevices(LARGE.devices, large)];
    const flows = [...largeFlows(LARGE.flows, large)];
    const mailboxes = [...largeMailboxes(LARGE.mailboxes, large)];
    const messages = [...largeMessages(LARGE.mailboxes, large)];
    assert.deepEqual(
      [actions.length, devices.length, flows.length, mailboxes.length],
      [LARGE.actions, LARGE.devices, LARGE.flows, LARGE.mailboxes],
    );
    assert.equal(messages.filter(one => one.mailboxId === mailboxes.at(-1)!.id).length, LARGE.messages);
    const others = (LARGE.mailboxes - 1) * LARGE.messagesElsewhere;
    assert.equal(messages.length, LARGE.messages + others);
    fit(Action, actions);
    fit(Device, devices.map(toResponse));
    fit(
      Flow,
      flows.map(one => one.flow),
    );
    fit(Mailbox, mailboxes);
    fit(MailboxMessage, messages.map(toResponse));
    const records = [actions, mailboxes, messages, devices, flows.map(({ flow }) => flow)];
    unique(records.flatMap(list => list.map(({ id }) => id)));
  });

  it('the large seed has steps that match the catalog', () => {
    for (const { flow, steps } of largeFlows(60, large))
      assert.deepEqual(problemsOf(entriesOf(steps), triggerById.get(flow.triggerId!)!), [], flow.name);
  });

  it('the large seed depends on the seed number only', () => {
    const names = (seed: number): (string | null | undefined)[] =>
      [...largeFlows(50, { seed, now: NOW })].map(one => one.flow.name);
    assert.deepEqual(names(7), names(7));
    assert.notDeepEqual(names(7), names(8));
  });

  it('the large seed creates a record only on demand', () => {
    const endless = largeActions(Number.MAX_SAFE_INTEGER, large);
    for (const action of endless) {
      assert.match(action.name, / 0000$/);
      break;
    }
  });
});
