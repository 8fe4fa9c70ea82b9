import { type DemoAction, DIALECT_2020, DIALECT_7 } from './demoAction.ts';

/** Actions that run tasks, wait for mail and order other steps. */
export const taskActions: readonly DemoAction[] = [
  {
    service: 'tasks_api',
    method: 'task.run',
    name: 'Run task',
    description: 'Carries out an instruction in words on the device.',
    params: { maxSteps: 100, vision: false },
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['task'],
      properties: {
        task: { type: 'string', minLength: 1, maxLength: 4000, examples: ['Open the newest message'] },
        llmModel: { type: 'string', pattern: '^[\\w.-]+/[\\w.-]+$', examples: ['demo/fast'] },
        maxSteps: { type: 'integer', minimum: 1, maximum: 500 },
        executionTimeout: { type: 'integer', minimum: 10, default: 1000, description: 'Seconds.' },
        temperature: { type: 'number', minimum: 0, maximum: 2, default: 0.5 },
        reasoning: { type: 'boolean', default: true },
        vision: { type: 'boolean' },
        outputSchema: {
          type: ['object', 'null'],
          default: null,
          description: 'JSON Schema of the output that the task shall give.',
        },
        credentials: {
          type: 'array',
          uniqueItems: true,
          items: {
            type: 'object',
            required: ['packageName', 'credentialNames'],
            properties: {
              packageName: { type: 'string' },
              credentialNames: { type: 'array', items: { type: 'string' }, minItems: 1 },
            },
          },
        },
      },
    },
  },
  {
    service: 'tasks_api',
    method: 'task.message',
    name: 'Message a task',
    description: 'Sends a hint to a running task.',
    paramsSchema: {
      $schema: DIALECT_7,
      type: 'object',
      required: ['message'],
      properties: {
        taskId: {
          type: 'string',
          format: 'uuid',
          description: 'The task; the one this run started if absent.',
        },
        message: { type: 'string', minLength: 1 },
      },
    },
  },
  {
    service: 'tasks_api',
    method: 'task.cancel',
    name: 'Cancel task',
    description: 'Cancels a running task.',
    paramsSchema: {
      $schema: DIALECT_7,
      type: 'object',
      properties: { taskId: { type: 'string', format: 'uuid' } },
    },
  },
  {
    service: 'tasks_api',
    method: 'mailbox.waitForPasscode',
    name: 'Wait for passcode',
    description: 'Waits until a mailbox receives a message with a one-time passcode.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['mailboxId'],
      properties: {
        mailboxId: { type: 'string', format: 'uuid' },
        from: { type: 'string', format: 'email', description: 'Only messages of this sender.' },
        pattern: { type: 'string', format: 'regex', default: '\\d{6}' },
        timeoutSeconds: { type: 'integer', minimum: 1, maximum: 600, default: 120 },
        notBefore: { type: 'string', format: 'date-time' },
      },
    },
  },
  {
    service: 'tasks_api',
    method: 'mailbox.findMessage',
    name: 'Find message',
    description: 'Finds the newest message of a mailbox that meets every condition.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['mailboxId', 'where'],
      properties: {
        mailboxId: { type: 'string', format: 'uuid' },
        where: { $ref: '#/$defs/condition' },
      },
      $defs: {
        condition: {
          oneOf: [
            {
              type: 'object',
              title: 'Comparison',
              required: ['field', 'contains'],
              additionalProperties: false,
              properties: {
                field: { enum: ['fromAddress', 'subject', 'preview'] },
                contains: { type: 'string', minLength: 1 },
              },
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
          ],
        },
      },
    },
  },
  {
    service: 'tasks_api',
    method: 'flow.wait',
    name: 'Wait',
    description: 'Waits for a time, or until a moment.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      oneOf: [{ required: ['seconds'] }, { required: ['duration'] }, { required: ['until'] }],
      properties: {
        seconds: { type: 'number', minimum: 0, maximum: 3600 },
        duration: { type: 'string', format: 'duration', examples: ['PT30S'] },
        until: { type: 'string', format: 'date-time' },
      },
    },
  },
  {
    service: 'tasks_api',
    method: 'flow.repeat',
    name: 'Repeat',
    description: 'Runs its children several times, or once for each item of a list.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      properties: {
        times: { type: 'integer', minimum: 1, maximum: 1000 },
        items: { type: 'array', description: 'Each item is there for the children as {{item}}.' },
        pauseSeconds: { type: 'number', minimum: 0, default: 0 },
      },
      minProperties: 1,
      not: { required: ['times', 'items'] },
    },
  },
  {
    service: 'tasks_api',
    method: 'flow.branch',
    name: 'Only if',
    description: 'Runs its children only if a condition holds.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['left', 'operator'],
      properties: {
        left: { description: 'Any value, mostly a template expression.' },
        operator: { enum: ['equals', 'notEquals', 'contains', 'exists', 'greaterThan', 'lessThan'] },
        right: {},
      },
      if: { properties: { operator: { const: 'exists' } } },
      else: { required: ['right'] },
    },
  },
];
