import { type CatalogAction, createCatalog, type FlowCatalog } from '../../src/flow/catalog.ts';

const TRIGGER = 'bbbbbbbb-0000-4000-8000-000000000001';

/** IDs of the actions for tests of expressions. */
export const ValueAction = {
  wait: 'dddddddd-0000-4000-8000-000000000001',
  read: 'dddddddd-0000-4000-8000-000000000002',
  each: 'dddddddd-0000-4000-8000-000000000003',
  type: 'dddddddd-0000-4000-8000-000000000004',
} as const;

const actions: readonly CatalogAction[] = [
  {
    id: ValueAction.wait,
    name: 'Wait for passcode',
    service: 'mailboxes_api',
    method: 'mailbox.wait',
    paramsSchema: { type: 'object', properties: { from: { type: 'string' } } },
    outputSchema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        code: { type: 'string', examples: ['000000'], description: 'The passcode.' },
        received: { type: 'string', format: 'date-time' },
        sender: {
          type: 'object',
          additionalProperties: false,
          properties: { address: { type: 'string' }, name: { type: 'string' } },
        },
        attempts: { type: 'integer' },
      },
    },
  },
  { id: ValueAction.read, name: 'Read the screen', service: 'devices_api', method: 'device.read' },
  {
    id: ValueAction.each,
    name: 'Repeat for each',
    service: 'agents_api',
    method: 'flow.each',
    paramsSchema: { type: 'object', properties: { items: { type: 'array' } } },
  },
  {
    id: ValueAction.type,
    name: 'Type text',
    service: 'devices_api',
    method: 'device.type',
    paramsSchema: {
      type: 'object',
      required: ['text'],
      properties: {
        text: { type: 'string', examples: ['Hello'] },
        notes: { type: 'string', maxLength: 4000 },
        clear: { type: 'boolean' },
        times: { type: 'integer', minimum: 1 },
        speed: { enum: ['slow', 'fast'] },
        words: { type: 'array', items: { type: 'string' } },
        condition: {
          type: 'object',
          properties: { left: { type: 'string' }, operator: { enum: ['equals', 'exists'] }, right: {} },
        },
      },
    },
  },
];

/** Returns a catalog whose actions and trigger describe the values that they produce. */
export function valueCatalog(): FlowCatalog {
  return createCatalog(actions, {
    triggers: [
      {
        id: TRIGGER,
        name: 'New mail',
        payloadSchema: {
          type: 'object',
          additionalProperties: false,
          properties: { subject: { type: 'string' }, name: { type: 'string', examples: ['Ada'] } },
        },
      },
    ],
    devices: [],
    webhooks: [],
  });
}

/** A step of a flow for tests of expressions. */
export interface ValueStep {
  readonly action: keyof typeof ValueAction;
  readonly key?: string;
  readonly name?: string;
  readonly params?: object;
  readonly children?: readonly ValueStep[];
}

/** Returns the text of a flow file with these steps. */
export function valueFlow(steps: readonly ValueStep[]): string {
  const written = ({ action, key, name, params, children }: ValueStep, index: number): object => ({
    actionId: ValueAction[action],
    ...(key === undefined ? {} : { key }),
    position: index,
    ...(name === undefined ? {} : { nameOverride: name }),
    ...(params ? { overrides: { params } } : {}),
    ...(children ? { children: children.map(written) } : {}),
  });
  const flow = { name: 'Sign in', triggerId: TRIGGER, deviceIds: [], actions: steps.map(written) };
  return `${JSON.stringify(flow, undefined, 2)}\n`;
}

/** Steps with expressions of every kind; the last one is looked at. */
export const valueSteps: readonly ValueStep[] = [
  { action: 'read', key: 'read-the-screen' },
  {
    action: 'each',
    name: 'For each person',
    params: { items: [{ name: 'Ada', city: { label: 'London' } }] },
    children: [
      { action: 'type', params: { text: 'Dear {{item.name}}' } },
      { action: 'type', params: { text: '{{item.city.label}}' } },
    ],
  },
  { action: 'type', params: { text: '{{steps.wait-for-passcode.body.code}}' } },
  { action: 'wait', key: 'wait-for-passcode' },
  {
    action: 'type',
    name: 'Type the passcode',
    params: {
      text: 'Hello {{event.payload.name}}, your code is {{steps.wait-for-passcode.body.code}}.',
      notes: 'From {{steps.wait-for-passcode.body.sender.address}}\n{{steps.nowhere.body.x}} is gone',
      clear: '{{steps.read-the-screen.body.isEmpty}}',
      times: '{{steps.wait-for-passcode.body.attempts}}',
      words: ['{{flow.name}}', 'plain'],
      condition: { left: '{{steps.wait-for-passcode.body.code}}', operator: 'exists' },
    },
  },
];
