import { type CatalogAction, createCatalog, type FlowCatalog } from '../../src/flow/catalog.ts';

/** A schema with a property for each kind of form field. */
const everyKind = {
  type: 'object',
  required: ['title', 'count'],
  additionalProperties: { type: 'string' },
  properties: {
    title: {
      type: 'string',
      title: 'Title',
      description:
        'What is **shown**. Use `{{…}}` for values of other steps, see [the guide](https://example.org).',
      minLength: 2,
      maxLength: 40,
      examples: ['Good morning', 'Good night'],
    },
    count: { type: 'integer', minimum: 1, maximum: 10, default: 3, description: 'How often.' },
    ratio: { type: 'number', exclusiveMinimum: 0, maximum: 1, multipleOf: 0.05 },
    loud: { type: 'boolean', description: 'Whether it is heard.' },
    colour: { enum: ['red', 'green', 'blue'], default: 'green' },
    speed: {
      title: 'Speed',
      oneOf: [
        { const: 1, title: 'Slow', description: 'Like a person who looks at each key.' },
        { const: 2, title: 'Fast' },
      ],
    },
    version: { const: 2 },
    notes: { type: 'string', maxLength: 4000, contentMediaType: 'text/plain' },
    script: {
      type: 'string',
      contentMediaType: 'application/javascript',
      examples: ['tap(1, 2);\nwait(3);'],
    },
    day: { type: 'string', format: 'date' },
    begin: { type: 'string', format: 'date-time' },
    mail: { type: 'string', format: 'email' },
    page: { type: 'string', format: 'uri' },
    secret: { type: 'string', format: 'password' },
    tint: { type: 'string', format: 'color' },
    code: { type: 'string', pattern: '^[A-Z]{3}-\\d+$' },
    comment: { type: ['string', 'null'] },
    target: {
      oneOf: [
        {
          title: 'By text',
          type: 'object',
          required: ['by', 'text'],
          properties: { by: { const: 'text' }, text: { type: 'string' } },
        },
        {
          title: 'At a point',
          type: 'object',
          required: ['by', 'x', 'y'],
          properties: { by: { const: 'point' }, x: { type: 'integer' }, y: { type: 'integer' } },
        },
      ],
    },
    words: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 4 },
    days: { type: 'array', uniqueItems: true, items: { enum: ['Mon', 'Tue', 'Wed'] } },
    pair: {
      type: 'array',
      prefixItems: [
        { type: 'string', title: 'Key' },
        { type: 'number', title: 'Weight' },
      ],
      items: false,
    },
    place: {
      type: 'object',
      description: 'Where it is.',
      required: ['latitude'],
      properties: { latitude: { type: 'number', minimum: -90, maximum: 90 }, name: { type: 'string' } },
    },
    headers: {
      type: 'object',
      additionalProperties: { type: 'string' },
      propertyNames: { pattern: '^[a-z-]+$' },
    },
    tree: { $ref: '#/$defs/tree' },
    mixed: { type: ['string', 'number', 'boolean'] },
    anything: {},
    old: { type: 'string', deprecated: true },
    made: { type: 'string', readOnly: true },
  },
  $defs: {
    tree: {
      type: 'object',
      properties: { label: { type: 'string' }, branches: { type: 'array', items: { $ref: '#/$defs/tree' } } },
    },
  },
} as const;

/** IDs of the sample actions. */
export const SampleAction = {
  every: 'aaaaaaaa-0000-4000-8000-000000000001',
  tap: 'aaaaaaaa-0000-4000-8000-000000000002',
  repeat: 'aaaaaaaa-0000-4000-8000-000000000003',
  bare: 'aaaaaaaa-0000-4000-8000-000000000004',
  unknown: 'aaaaaaaa-0000-4000-8000-00000000000f',
} as const;

const actions: readonly CatalogAction[] = [
  {
    id: SampleAction.every,
    name: 'Do everything',
    description: 'Has a parameter of each kind.\n\n- Fill in what is *required*\n- Leave the rest',
    service: 'tasks_api',
    method: 'sample.everything',
    paramsSchema: everyKind,
    params: { colour: 'blue', place: { latitude: 52.5, name: 'Berlin' } },
  },
  {
    id: SampleAction.tap,
    name: 'Tap',
    description: 'Taps on the screen.',
    service: 'devices_api',
    method: 'device.tap',
    params: { count: 1 },
    paramsSchema: {
      type: 'object',
      required: ['text'],
      properties: {
        text: { type: 'string', description: 'The text to tap on.' },
        count: { type: 'integer', minimum: 1, maximum: 5 },
      },
      additionalProperties: false,
    },
  },
  {
    id: SampleAction.repeat,
    name: 'Repeat',
    description: 'Does the steps inside it again and again.',
    service: 'agents_api',
    method: 'flow.repeat',
    paramsSchema: { type: 'object', properties: { times: { type: 'integer', minimum: 1 } } },
  },
  { id: SampleAction.bare, name: 'Call a webhook', service: 'webhooks', method: 'hook.call' },
];

/** Returns a small catalog for tests of the flow page. */
export function pageCatalog(): FlowCatalog {
  return createCatalog(actions, {
    triggers: [{ id: 'bbbbbbbb-0000-4000-8000-000000000001', name: 'Every morning' }],
    devices: [
      { id: 'cccccccc-0000-4000-8000-000000000001', name: 'Pixel phone' },
      { id: 'cccccccc-0000-4000-8000-000000000002', name: 'Tablet in the lab' },
    ],
    webhooks: [],
  });
}

/** A step of a sample flow. */
export interface SampleStep {
  readonly action: keyof typeof SampleAction;
  readonly name?: string;
  readonly params?: object;
  readonly children?: readonly SampleStep[];
  readonly fields?: object;
}

/** Returns the text of a flow file with the given steps. */
export function flowText(steps: readonly SampleStep[], settings: object = {}): string {
  const written = (step: SampleStep, index: number): object => ({
    actionId: SampleAction[step.action],
    position: index,
    ...(step.name === undefined ? {} : { nameOverride: step.name }),
    ...(step.params ? { overrides: { params: step.params } } : {}),
    ...(step.children ? { children: step.children.map(written) } : {}),
    ...step.fields,
  });
  const flow = {
    name: 'Morning round',
    triggerId: 'bbbbbbbb-0000-4000-8000-000000000001',
    deviceIds: ['cccccccc-0000-4000-8000-000000000001', 'cccccccc-0000-4000-8000-000000000009'],
    ...settings,
    actions: steps.map(written),
  };
  return `${JSON.stringify(flow, undefined, 2)}\n`;
}

/** Steps with nesting, problems, and every appearance. */
export const variedSteps: readonly SampleStep[] = [
  { action: 'tap', name: 'Open the menu', params: { text: 'Menu' } },
  {
    action: 'repeat',
    params: { times: 3 },
    children: [
      { action: 'tap', params: { text: '{{item.label}}', count: 2 }, fields: { continueOnError: true } },
      { action: 'tap', name: 'Go back again', params: { count: 9 } },
    ],
  },
  { action: 'unknown', name: 'From another service', params: { anything: ['goes', 'here'] } },
  { action: 'bare', params: { url: 'https://hooks.example/morning' } },
  { action: 'every', params: { title: 'Good morning', count: 2 }, fields: { note: 'kept', retries: 2 } },
];

/** Parameters with a value for every kind of form field. */
export const everyValue = {
  title: 'Hello {{device.id}}',
  count: '{{steps.tap.body.count}}',
  ratio: 0.35,
  loud: true,
  colour: 'red',
  speed: 1,
  version: 2,
  notes: 'First line\nSecond line',
  script: 'tap(10, 20);',
  day: '2026-03-14',
  begin: '2026-03-14T09:30:00Z',
  mail: 'qa@example.org',
  page: 'https://example.org',
  secret: 'hunter2',
  tint: '#3794ff',
  code: 'abc',
  comment: null,
  target: { by: 'point', x: 10, y: 20 },
  words: ['one', 'two'],
  days: ['Mon', 'Wed'],
  pair: ['speed', 2],
  headers: { accept: 'text/html' },
  tree: { label: 'root', branches: [{ label: 'leaf' }] },
  mixed: true,
  anything: { free: [1, 2] },
  old: 'still here',
  made: 'by the service',
  extra: 'an entry of its own',
};
