import { type DemoAction, DIALECT_2020, DIALECT_7 } from './demoAction.ts';

/** Actions that tell other systems. */
export const webhookActions: readonly DemoAction[] = [
  {
    service: 'webhooks',
    method: 'webhooks.send',
    name: 'Send webhook',
    description: 'Sends a signed event to one of your endpoints.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['webhookId', 'data'],
      properties: {
        webhookId: { type: 'string', format: 'uuid' },
        data: { type: 'object', description: 'What the event carries.' },
        waitForAnswer: { type: 'boolean', default: false },
      },
    },
  },
  {
    service: 'webhooks',
    method: 'webhooks.notify',
    name: 'Notify',
    description: 'Sends a notification with a title and a severity.',
    params: { severity: 'info' },
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['title'],
      properties: {
        title: { type: 'string', minLength: 1, maxLength: 200 },
        severity: { enum: ['info', 'success', 'warning', 'error'] },
        body: { type: 'string', contentMediaType: 'text/markdown', maxLength: 4000 },
        webhookId: { type: 'string', format: 'uuid' },
      },
    },
  },
  {
    service: 'webhooks',
    method: 'webhooks.request',
    name: 'HTTP request',
    description: 'Calls an address and keeps its answer for later steps.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['url'],
      properties: {
        url: { type: 'string', format: 'uri', pattern: '^https?://' },
        method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], default: 'GET' },
        headers: {
          type: 'object',
          propertyNames: { pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" },
          additionalProperties: { type: 'string' },
        },
        authentication: {
          oneOf: [
            { type: 'null', title: 'None' },
            {
              type: 'object',
              title: 'Bearer token',
              required: ['type', 'token'],
              properties: { type: { const: 'bearer' }, token: { type: 'string', writeOnly: true } },
            },
            {
              type: 'object',
              title: 'User and password',
              required: ['type', 'user', 'password'],
              properties: {
                type: { const: 'basic' },
                user: { type: 'string' },
                password: { type: 'string', format: 'password', writeOnly: true },
              },
            },
          ],
          default: null,
        },
        body: {},
        timeoutSeconds: { type: 'number', exclusiveMinimum: 0, maximum: 120, default: 10 },
      },
      allOf: [
        {
          if: { properties: { method: { enum: ['GET', 'DELETE'] } }, required: ['method'] },
          then: { not: { required: ['body'] } },
        },
      ],
    },
  },
  {
    service: 'webhooks',
    method: 'webhooks.waitForCallback',
    name: 'Wait for callback',
    description: 'Gives an address for one call and waits until it comes.',
    paramsSchema: {
      $schema: DIALECT_7,
      type: 'object',
      properties: {
        timeoutSeconds: { type: 'integer', minimum: 1, maximum: 3600, default: 300 },
        token: { type: 'string', readOnly: true, description: 'Made for each run.' },
      },
    },
  },
  {
    service: 'webhooks',
    method: 'webhooks.log',
    name: 'Write to the log',
    description: 'Adds a line with values to the run.',
    paramsSchema: {
      $schema: DIALECT_7,
      type: 'object',
      required: ['message'],
      properties: {
        message: { type: 'string' },
        level: { enum: ['debug', 'info', 'warning', 'error'], default: 'info' },
        values: { type: 'object', additionalProperties: true },
      },
    },
  },
];
