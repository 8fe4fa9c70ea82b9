import { type DemoAction, DIALECT_2020 } from './demoAction.ts';

const mailboxId = { type: 'string', format: 'uuid', title: 'Mailbox' };

/** Actions that wait for messages and search them. */
export const mailboxActions: readonly DemoAction[] = [
  {
    service: 'tasks_api',
    method: 'mailbox.waitForPasscode',
    name: 'Wait for passcode',
    description:
      'Waits until a mailbox receives a message with a one-time passcode. Messages that came before the run are not looked at unless notBefore says so.',
    params: { timeoutSeconds: 120 },
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['mailboxId'],
      properties: {
        mailboxId,
        from: {
          type: 'string',
          format: 'email',
          description: 'Only messages of this sender.',
          examples: ['no-reply@shop.example'],
        },
        pattern: {
          type: 'string',
          format: 'regex',
          examples: ['\\b\\d{6}\\b'],
          description:
            'What a passcode looks like; its first group is the passcode. Without it, usual ones are found.',
        },
        timeoutSeconds: { type: 'integer', minimum: 1, maximum: 600, default: 120 },
        notBefore: { type: 'string', format: 'date-time', examples: ['2026-01-15T08:30:00Z'] },
      },
      additionalProperties: false,
    },
    effect:
      'Waits for a message to be delivered to the sandbox mailbox and reads the code in its subject or body. Fails with code `transient` when the time is over, `invalid_config` when the mailbox is unknown.',
    output: {
      code: { description: 'The passcode without spaces.', example: '482913' },
      messageId: { description: 'The message it came in.', example: 'msg_1f0b6c2a9d3e4f57a8b1' },
      from: { description: 'Who sent it.', example: 'no-reply@shop.example' },
      receivedAt: { description: 'When it came.', example: '2026-01-15T08:31:12.000Z' },
    },
  },
  {
    service: 'tasks_api',
    method: 'mailbox.findMessage',
    name: 'Find message',
    description: 'Finds the newest message of a mailbox that meets a condition; conditions can be nested.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['mailboxId', 'where'],
      properties: {
        mailboxId,
        where: {
          $ref: '#/$defs/condition',
          examples: [{ all: [{ field: 'subject', contains: 'Order' }, { hasOtp: false }] }],
        },
        optional: { type: 'boolean', default: false, description: 'On: finding nothing is no failure.' },
      },
      additionalProperties: false,
      $defs: {
        condition: {
          title: 'Condition',
          oneOf: [
            {
              type: 'object',
              title: 'Field contains',
              required: ['field', 'contains'],
              additionalProperties: false,
              properties: {
                field: { enum: ['fromAddress', 'subject', 'preview'] },
                contains: { type: 'string', minLength: 1 },
              },
            },
            {
              type: 'object',
              title: 'With or without passcode',
              required: ['hasOtp'],
              additionalProperties: false,
              properties: { hasOtp: { type: 'boolean' } },
            },
            {
              type: 'object',
              title: 'All of',
              required: ['all'],
              additionalProperties: false,
              properties: { all: { type: 'array', minItems: 1, items: { $ref: '#/$defs/condition' } } },
            },
            {
              type: 'object',
              title: 'Any of',
              required: ['any'],
              additionalProperties: false,
              properties: { any: { type: 'array', minItems: 1, items: { $ref: '#/$defs/condition' } } },
            },
            {
              type: 'object',
              title: 'Not',
              required: ['not'],
              additionalProperties: false,
              properties: { not: { $ref: '#/$defs/condition' } },
            },
          ],
        },
      },
    },
    effect:
      'Searches the sandbox mailbox and changes nothing. Fails with code `logic` when nothing fits and optional is off.',
    output: {
      found: { description: 'Whether a message fits.', example: true },
      messageId: { description: 'The message, or null.', example: 'msg_1f0b6c2a9d3e4f57a8b1' },
      subject: { description: 'Its subject, or null.', example: 'Your order 2041 is on its way' },
      preview: { description: 'The beginning of its text, or null.', example: 'It arrives on Friday.' },
    },
  },
];
