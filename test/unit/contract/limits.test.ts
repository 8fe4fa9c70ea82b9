import type * as z from 'zod';
import { operations } from '../../../src/contract/operations.ts';
import { assertFits, assertRefuses, uuid } from '../../support/schemas.ts';

/** A bound of one field: `put` builds the request part around the field's value. */
interface Bound {
  readonly name: string;
  readonly schema: z.ZodType;
  readonly field: string;
  readonly put: (value: unknown) => unknown;
  readonly inside: readonly unknown[];
  readonly outside: readonly unknown[];
}

const text = (length: number): string => 'x'.repeat(length);
const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => uuid(index));
const step = { actionId: uuid(), position: 1 };
const flow = { name: 'Flow', triggerId: uuid(), actions: [step] };
const swipe = { startX: 1, startY: 1, endX: 2, endY: 2, duration: 100 };
const place = { latitude: 0, longitude: 0 };
const endpoint = { url: 'https://example.com/hook' };
const urlOf = (length: number): string => 'https://example.com/'.padEnd(length, 'x');

/** Bounds of one field of a body, around a body that fits without it. */
function bodyBound(
  schema: z.ZodType,
  base: object,
  field: string,
  inside: readonly unknown[],
  outside: readonly unknown[],
  name: string,
): Bound {
  return { name, schema, field, put: value => ({ ...base, [field]: value }), inside, outside };
}

const create = operations.createFlow.body;
const update = operations.updateFlow.body;
const connect = operations.connectMailbox.body;
const pattern64 = 'a1'.repeat(32);

const bounds: readonly Bound[] = [
  ...[
    { schema: operations.connectMailbox.headers, name: 'idempotency key of a mailbox connection (spec 8)' },
    { schema: operations.runTask.headers, name: 'idempotency key of a task' },
  ].map(({ schema, name }) =>
    bodyBound(
      schema,
      {},
      'idempotency-key',
      ['!', '~', text(255), '!"#$%&()*+,-./:;<=>?@[]^_`{|}~'],
      ['', text(256), ' ', 'a b', 'é', 'a\n', '\u007F', '\t'],
      name,
    ),
  ),
  bodyBound(
    connect,
    { provider: 'gmail' },
    'label',
    ['', text(100), '🔑'.repeat(100)],
    [text(101)],
    'label (spec 8)',
  ),
  bodyBound(
    connect,
    { provider: 'gmail' },
    'bindingHash',
    [pattern64, '0'.repeat(64)],
    [
      '',
      pattern64.slice(1),
      `${pattern64}0`,
      pattern64.toUpperCase(),
      `g${pattern64.slice(1)}`,
      `${pattern64}\n`,
    ],
    'bindingHash (spec 8)',
  ),
  bodyBound(connect, {}, 'provider', ['gmail'], ['', 'Gmail', 'outlook', null], 'provider (spec 4.1)'),
  bodyBound(
    create,
    flow,
    'name',
    ['x', text(256), '🔑'.repeat(256)],
    ['', text(257), null],
    'flow name (spec 8)',
  ),
  bodyBound(update, {}, 'name', ['x', text(256)], ['', text(257)], 'name of a flow update'),
  bodyBound(operations.cloneFlow.body, {}, 'name', ['x', text(256)], ['', text(257)], 'name of a clone'),
  bodyBound(create, flow, 'description', ['', text(2048)], [text(2049)], 'flow description (spec 8)'),
  bodyBound(update, {}, 'description', ['', null, text(2048)], [text(2049)], 'description of a flow update'),
  bodyBound(create, flow, 'deviceIds', [[], ids(256)], [ids(257), null], 'deviceIds entries (spec 8)'),
  bodyBound(create, flow, 'actions', [[step], Array(300).fill(step)], [[], null], 'actions entries (spec 8)'),
  bodyBound(
    operations.replaceFlowActions.body,
    {},
    'actions',
    [[step]],
    [[]],
    'replaced actions (wire facts 3)',
  ),
  ...[
    { schema: create, base: flow },
    { schema: update, base: {} },
  ].flatMap(({ schema, base }) => [
    bodyBound(
      schema,
      base,
      'selfHealingMaxAttempts',
      [1, 5],
      [0, 6, 2.5, '3'],
      'selfHealingMaxAttempts (spec 8)',
    ),
    bodyBound(schema, base, 'cooldownSeconds', [0, 86_400, null], [-1, 0.5, '1'], 'cooldownSeconds (spec 8)'),
    bodyBound(
      schema,
      base,
      'cooldownScope',
      ['flow', 'device'],
      ['', 'Flow', 'action'],
      'cooldownScope (spec 4.4)',
    ),
    bodyBound(schema, base, 'notifyWebhookId', [uuid(), null], ['', 'hook', 1], 'notifyWebhookId (spec 4.4)'),
    bodyBound(schema, base, 'enabled', [true, false], ['true', 1, null], 'enabled (spec 4.4)'),
    bodyBound(schema, base, 'recordingEnabled', [true, false], ['true'], 'recordingEnabled (spec 4.4)'),
    bodyBound(
      schema,
      base,
      'recordingPolicy',
      [{ mode: 'off' }],
      [null, 'flow'],
      'recordingPolicy (wire facts 3)',
    ),
    {
      name: 'recordingPolicy.mode (wire facts 3)',
      schema,
      field: 'recordingPolicy.mode',
      put: (mode: unknown) => ({ ...base, recordingPolicy: { mode } }),
      inside: ['off', 'flow', 'selected_steps'],
      outside: ['always', null, undefined],
    },
    bodyBound(schema, base, 'delivery', [null, { destination: 'any' }], ['any'], 'delivery (wire facts 3)'),
    ...['destination', 'folder'].map(field => ({
      name: `delivery.${field} (wire facts 3)`,
      schema,
      field: `delivery.${field}`,
      put: (value: unknown) => ({ ...base, delivery: { destination: 'one_drive', [field]: value } }),
      inside: ['one_drive', 'a'],
      outside: ['', 1, null],
    })),
  ]),
  bodyBound(
    update,
    {},
    'lifecycleStatus',
    ['enabled', 'disabled'],
    ['archived', 'active', null],
    'lifecycleStatus of a flow update (wire facts 3)',
  ),
  {
    name: 'position of a step (wire facts 3)',
    schema: create,
    field: 'actions.0.position',
    put: position => ({ ...flow, actions: [{ ...step, position }] }),
    inside: [0, 1, 9000],
    outside: [-1, 1.5, '1', undefined],
  },
  {
    name: 'actionId of a child (spec 2.2)',
    schema: create,
    field: 'actions.0.children.0.actionId',
    put: actionId => ({ ...flow, actions: [{ ...step, children: [{ ...step, actionId }] }] }),
    inside: [uuid(), 'ABCDEF00-0000-0000-0000-00000000000F'],
    outside: ['', 'tap', undefined],
  },
  bodyBound(
    operations.activateFlow.body,
    {},
    'verificationExecutionId',
    [uuid()],
    ['', 'run', undefined],
    'verificationExecutionId (spec 4.5)',
  ),
  ...(
    [
      ['actions', operations.listActions.query],
      ['flows', operations.listFlows.query],
      ['triggers', operations.listTriggers.query],
      ['executions', operations.listExecutions.query],
      ['webhooks', operations.listWebhooks.query],
    ] as const
  ).map(([list, schema]) =>
    bodyBound(schema, {}, 'search', ['x', text(256)], ['', text(257)], `search in ${list} (spec 8)`),
  ),
  bodyBound(
    operations.listExecutions.query,
    {},
    'invocationId',
    ['x', text(255)],
    ['', text(256)],
    'invocationId of executions (wire facts 2)',
  ),
  bodyBound(
    operations.listTasks.query,
    {},
    'query',
    [text(128)],
    [text(129)],
    'search in tasks (wire facts 2)',
  ),
  ...(['minLength', 'maxLength'] as const).map(field =>
    bodyBound(
      operations.findPasscode.query,
      {},
      field,
      [3, '3', 64],
      [2, '2', '', 'four', '4.5'],
      `${field} of a passcode (wire facts 15)`,
    ),
  ),
  bodyBound(
    operations.listMailboxMessages.query,
    {},
    'limit',
    [1, 100, '1', '100'],
    [0, 101, '0', '101', '', 'ten', '1.5', -1],
    'page-size limit of messages (spec 8)',
  ),
  bodyBound(
    operations.listFlows.query,
    {},
    'pageSize',
    [1, 100, '100'],
    [0, 101, '0', '-1', 'x'],
    'pageSize (wire facts 2)',
  ),
  bodyBound(operations.listFlows.query, {}, 'page', [1, '9999'], [0, '0', '-1', ''], 'page (wire facts 2)'),
  bodyBound(
    operations.setLocation.body,
    place,
    'latitude',
    [-90, 90, 0.000001],
    [-90.000001, 90.000001, '1', null, undefined],
    'latitude (spec 4.8)',
  ),
  bodyBound(
    operations.setLocation.body,
    place,
    'longitude',
    [-180, 180],
    [-180.000001, 180.000001, '1', null, undefined],
    'longitude (spec 4.8)',
  ),
  ...['startX', 'startY', 'endX', 'endY'].map(field =>
    bodyBound(
      operations.swipeDevice.body,
      swipe,
      field,
      [0, 0.5, 4000],
      [-1, '1', null, undefined],
      `${field} of a swipe (spec 4.9)`,
    ),
  ),
  bodyBound(
    operations.swipeDevice.body,
    swipe,
    'duration',
    [10, 60_000],
    [9, 10.5, '10', undefined],
    'duration of a swipe (wire facts 9)',
  ),
  bodyBound(
    operations.swipeDevice.body,
    swipe,
    'stealth',
    [true, undefined],
    ['true', null],
    'stealth (spec 4.9)',
  ),
  bodyBound(
    operations.swipeDevice.headers,
    {},
    'x-device-display-id',
    [0, 7, '0', '7', undefined],
    [-1, '-1', '1.5', 'main', ''],
    'display of a gesture (spec 4.9, wire facts 9)',
  ),
  bodyBound(
    operations.pressGlobal.body,
    {},
    'action',
    [1, 2, 3],
    [0, 4, 1.5],
    'global action (wire facts 9)',
  ),
  bodyBound(
    operations.typeText.body,
    { text: '' },
    'wpm',
    [0, 90],
    [-1, '60'],
    'typing speed (wire facts 9)',
  ),
  bodyBound(
    operations.typeText.body,
    { text: '' },
    'errorRate',
    [-1, 0, 5],
    [-1.5],
    'typing errors (wire facts 9)',
  ),
  bodyBound(
    operations.renameDevice.body,
    {},
    'name',
    ['x', text(64)],
    ['', text(65)],
    'device name (wire facts 8)',
  ),
  bodyBound(
    operations.createWebhook.body,
    endpoint,
    'url',
    [urlOf(2048)],
    [urlOf(2049), '', 'example.com', undefined],
    'webhook URL (wire facts 11)',
  ),
  bodyBound(
    operations.createWebhook.body,
    endpoint,
    'eventTypes',
    [[], Array(100).fill('x'), [text(256)]],
    [Array(101).fill('x')],
    'event types of a webhook (wire facts 11)',
  ),
  {
    name: 'length of an event type (wire facts 11)',
    schema: operations.createWebhook.body,
    field: 'eventTypes.0',
    put: eventType => ({ ...endpoint, eventTypes: [eventType] }),
    inside: ['x', text(256)],
    outside: ['', text(257), 1],
  },
  bodyBound(
    operations.createWebhook.body,
    endpoint,
    'description',
    ['', text(500)],
    [text(501)],
    'webhook description (wire facts 11)',
  ),
  bodyBound(
    operations.updateWebhook.body,
    {},
    'state',
    ['ACTIVE', 'DISABLED'],
    ['DELETED', 'active'],
    'state of a webhook update (wire facts 11)',
  ),
  bodyBound(
    operations.ingestEvent.body,
    {},
    'eventType',
    ['x', text(128)],
    ['', text(129), undefined],
    'ingested event type (wire facts 7)',
  ),
  bodyBound(operations.runTask.body, {}, 'task', ['x'], ['', undefined], 'task (wire facts 10)'),
  {
    name: 'jitter of a schedule (wire facts 5)',
    schema: operations.createTrigger.body,
    field: 'scheduleRule.jitter.afterMinutes',
    put: afterMinutes => ({
      activation: 'schedule',
      name: 'Nightly',
      scheduleRule: { type: 'cron', expression: '0 3 * * *', jitter: { afterMinutes } },
    }),
    inside: [0, 1440],
    outside: [-1, 1441, 1.5],
  },
];

describe('contract/limits', () => {
  for (const { name, schema, field, put, inside, outside } of bounds) {
    it(`limits apply to the ${name}`, () => {
      for (const value of inside) assertFits(schema, put(value));
      for (const value of outside) assertRefuses(schema, put(value), field);
    });
  }

  it('limits require at least one change in a webhook update', () => {
    assertRefuses(operations.updateWebhook.body, {}, '');
    assertFits(operations.updateWebhook.body, { description: null });
  });

  it('limits require actions, name, and trigger of a flow and nothing else', () => {
    assertFits(create, flow);
    for (const field of Object.keys(flow)) assertRefuses(create, { ...flow, [field]: undefined }, field);
  });
});
