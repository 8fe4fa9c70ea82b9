import { type DemoAction, DIALECT_2020, DIALECT_7 } from './demoAction.ts';

/** Actions that send events, requests and log lines, or wait for a callback. */
export const webhookActions: readonly DemoAction[] = [
  {
    service: 'webhooks',
    method: 'webhooks.send',
    name: 'Send webhook',
    description: 'Sends a signed event with data of your own to one of your endpoints.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['webhookId', 'data'],
      properties: {
        webhookId: { type: 'string', format: 'uuid', title: 'Endpoint' },
        data: { type: 'object', description: 'What the event carries.', examples: [{ orderId: 2041 }] },
        waitForAnswer: {
          type: 'boolean',
          default: false,
          description: 'On: a failed delivery fails the step.',
        },
      },
      additionalProperties: false,
    },
    effect:
      'A delivery appears in the endpoint’s log and the endpoint is really called. Fails with code `invalid_config` when the endpoint is unknown.',
    output: {
      deliveryId: { description: 'The delivery.', example: 'dlv_70c1f2b98a' },
      statusCode: { description: 'Answer of the endpoint, null without waiting.', example: 204 },
    },
  },
  {
    service: 'webhooks',
    method: 'webhooks.notify',
    name: 'Notify',
    description: 'Sends a notification with a title and a severity to an endpoint, or to all that listen.',
    params: { severity: 'info' },
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['title', 'severity'],
      properties: {
        title: { type: 'string', minLength: 1, maxLength: 200 },
        severity: {
          title: 'Severity',
          oneOf: [
            { const: 'info', title: 'Info', description: 'Good to know.' },
            { const: 'success', title: 'Success', description: 'Something worked.' },
            { const: 'warning', title: 'Warning', description: 'Somebody should look at it.' },
            { const: 'error', title: 'Error', description: 'Somebody must act.' },
          ],
        },
        body: { type: 'string', contentMediaType: 'text/markdown', maxLength: 4000 },
        webhookId: { type: ['string', 'null'], format: 'uuid', default: null, title: 'Endpoint' },
      },
      additionalProperties: false,
    },
    effect: 'A `triggers.notification` event is delivered and appears in the delivery log.',
    output: { deliveries: { description: 'Number of endpoints told.', example: 1 } },
  },
  {
    service: 'webhooks',
    method: 'webhooks.request',
    name: 'HTTP request',
    description: 'Calls an address and keeps its answer for later steps. Redirects are not followed.',
    params: { method: 'GET', timeoutSeconds: 10 },
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['url'],
      properties: {
        url: {
          type: 'string',
          format: 'uri',
          pattern: '^https?://',
          examples: ['https://example.com/health'],
        },
        method: { type: 'string', enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], default: 'GET' },
        headers: {
          type: 'object',
          propertyNames: { pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" },
          additionalProperties: { type: 'string' },
          examples: [{ Accept: 'application/json' }],
        },
        authentication: {
          title: 'Authentication',
          default: null,
          oneOf: [
            { type: 'null', title: 'None' },
            {
              type: 'object',
              title: 'Bearer token',
              required: ['type', 'token'],
              additionalProperties: false,
              properties: {
                type: { const: 'bearer' },
                token: { type: 'string', minLength: 1, format: 'password', writeOnly: true },
              },
            },
            {
              type: 'object',
              title: 'User and password',
              required: ['type', 'user', 'password'],
              additionalProperties: false,
              properties: {
                type: { const: 'basic' },
                user: { type: 'string', minLength: 1 },
                password: { type: 'string', format: 'password', writeOnly: true },
              },
            },
          ],
        },
        body: { title: 'Body', description: 'Any JSON value; GET and DELETE take none.' },
        timeoutSeconds: { type: 'number', exclusiveMinimum: 0, maximum: 120 },
      },
      allOf: [
        {
          if: { properties: { method: { enum: ['GET', 'DELETE'] } } },
          then: { properties: { body: false } },
        },
      ],
    },
    effect:
      'The address is really called, with the same rule about private addresses as deliveries. Fails with code `transient` without an answer and `client_error` for 4xx and 5xx.',
    output: {
      status: { description: 'HTTP status.', example: 200 },
      body: { description: 'The answer: JSON if it is, else text.', example: { healthy: true } },
    },
  },
  {
    service: 'webhooks',
    method: 'webhooks.waitForCallback',
    name: 'Wait for callback',
    description: 'Gives an address for one call and waits until it comes.',
    params: { timeoutSeconds: 300 },
    paramsSchema: {
      $schema: DIALECT_7,
      type: 'object',
      properties: {
        timeoutSeconds: { type: 'integer', minimum: 1, maximum: 3600 },
        contact: { type: 'string', format: 'email', description: 'Who is told when nobody calls.' },
        token: { type: 'string', readOnly: true, description: 'Made for each run.' },
      },
    },
    effect:
      'The sandbox answers one call of an address of its own. Fails with code `transient` when time is over.',
    output: {
      url: { description: 'The address that was given.', example: 'http://127.0.0.1:4010/callbacks/9f2c' },
      body: { description: 'What the caller sent.', example: { approved: true } },
    },
  },
  {
    service: 'webhooks',
    method: 'webhooks.log',
    name: 'Write to the log',
    description: 'Adds a line with values to the run.',
    params: { level: 'info' },
    paramsSchema: {
      $schema: DIALECT_7,
      type: 'object',
      required: ['message'],
      properties: {
        message: { type: 'string' },
        level: { enum: ['debug', 'info', 'warning', 'error'] },
        values: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } },
        tags: {
          type: 'array',
          items: [{ enum: ['run', 'device'] }],
          additionalItems: { type: 'string', pattern: '^[a-z-]+$' },
          description: 'First what the line is about, then tags of your own.',
          examples: [['device', 'nightly']],
        },
      },
    },
    effect: 'The line is shown with the step of the execution.',
    output: { line: { description: 'The line as it was written.', example: 'info: three cities seen' } },
  },
];
