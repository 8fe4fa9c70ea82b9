import { type DemoAction, DIALECT_2020, DIALECT_7 } from './demoAction.ts';

const taskId = {
  type: 'string',
  format: 'uuid',
  title: 'Task',
  description: 'Left out: the task that this run started last.',
};

/** Actions that run natural-language tasks and upload files. */
export const taskRunActions: readonly DemoAction[] = [
  {
    service: 'tasks_api',
    method: 'task.run',
    name: 'Run task',
    description: 'Carries out an instruction in words on the device and waits until it is finished.',
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
        vision: { type: 'boolean', description: 'Lets the model see pictures of the screen.' },
        wait: { type: 'boolean', default: true, description: 'Off: the next step begins at once.' },
        vpnCountry: {
          anyOf: [{ enum: ['US', 'BR', 'FR', 'DE', 'IN', 'JP', 'KR', 'ZA'] }, { type: 'null' }],
          default: null,
        },
        outputSchema: {
          type: ['object', 'null'],
          default: null,
          description: 'JSON Schema of the output that the task shall give.',
          examples: [{ type: 'object', properties: { total: { type: 'number' } } }],
        },
        credentials: {
          type: 'array',
          uniqueItems: true,
          items: {
            type: 'object',
            required: ['packageName', 'credentialNames'],
            properties: {
              packageName: { type: 'string', examples: ['com.example.shop'] },
              credentialNames: { type: 'array', items: { type: 'string' }, minItems: 1 },
            },
            additionalProperties: false,
          },
        },
      },
    },
    effect:
      'A task appears on the device and goes through queued, running and completed in scripted steps. An instruction with the word “fail” ends as failed, and the step with code `logic`.',
    output: {
      taskId: { description: 'The task.', example: '6f0c1b52-8d0a-4c7e-9e53-2b7a3f1d9c04' },
      status: { description: 'How the task stands.', example: 'completed' },
      message: { description: 'What the task says at its end.', example: 'Opened the newest message.' },
      result: { description: 'Output after outputSchema, or null.', example: { total: 3 } },
      steps: { description: 'Number of steps it took.', example: 4 },
    },
  },
  {
    service: 'tasks_api',
    method: 'task.wait',
    name: 'Wait for task',
    description: 'Waits until a task that was started without waiting is finished.',
    paramsSchema: {
      $schema: DIALECT_7,
      type: 'object',
      properties: { taskId, timeoutSeconds: { type: 'integer', minimum: 1, maximum: 3600, default: 600 } },
    },
    effect:
      'Waits for the scripted task. Fails with code `logic` when it failed, `transient` when time is over.',
    output: {
      status: { description: 'How the task ended.', example: 'completed' },
      result: { description: 'Output after outputSchema, or null.', example: null },
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
      properties: { taskId, message: { type: 'string', minLength: 1 } },
    },
    effect: 'The hint appears in the task’s trajectory. Fails with code `client_error` when it is finished.',
    output: { sent: { description: 'Whether the task took it.', example: true } },
  },
  {
    service: 'tasks_api',
    method: 'task.cancel',
    name: 'Cancel task',
    description: 'Cancels a running task; a finished one is left as it is.',
    paramsSchema: { $schema: DIALECT_7, type: 'object', properties: { taskId } },
    effect: 'The task goes through cancelling to cancelled.',
    output: { cancelled: { description: 'Off when it was finished already.', example: true } },
  },
  {
    service: 'tasks_api',
    method: 'files.upload',
    name: 'Upload file to device',
    description: 'Puts a text or a file of this run into a folder of the device.',
    params: { folder: '/sdcard/Download' },
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['content', 'filename'],
      properties: {
        filename: {
          type: 'string',
          minLength: 1,
          maxLength: 255,
          pattern: '^[^/]+$',
          examples: ['list.csv'],
        },
        folder: { type: 'string', pattern: '^/', examples: ['/sdcard/Documents'] },
        content: {
          oneOf: [
            {
              type: 'object',
              title: 'Text',
              required: ['kind', 'text'],
              additionalProperties: false,
              properties: { kind: { const: 'text' }, text: { type: 'string', maxLength: 1_000_000 } },
            },
            {
              type: 'object',
              title: 'File of this run',
              required: ['kind', 'fileId'],
              additionalProperties: false,
              properties: { kind: { const: 'file' }, fileId: { type: 'string', minLength: 1 } },
            },
          ],
        },
        labels: {
          type: 'object',
          patternProperties: { '^x-[a-z-]+$': { type: 'string' } },
          additionalProperties: false,
          description: 'Notes kept with the file; names begin with x-.',
        },
      },
      unevaluatedProperties: false,
    },
    effect:
      'The file is listed among the files of the simulated device. Fails with code `client_error` without files.',
    output: {
      path: { description: 'Where it lies on the device.', example: '/sdcard/Download/list.csv' },
      sizeBytes: { description: 'Its size.', example: 412 },
    },
  },
];
