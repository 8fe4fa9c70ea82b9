import { COOLDOWN_SCOPES, type RECORDING_MODES } from '../contract/enumerations.ts';
import { Limits, RESERVED_STEP_KEYS, STEP_KEY_FORM } from '../contract/limits.ts';

/** The modes of recording in words (wire facts 3). */
export const RECORDING_LABELS: Readonly<Record<(typeof RECORDING_MODES)[number], string>> = {
  off: 'off',
  flow: 'the whole run',
  selected_steps: 'the selected steps',
};

const uuid = { type: 'string', format: 'uuid' } as const;

const childProperties = {
  actionId: { ...uuid, description: 'The action that this step runs.' },
  key: {
    type: ['string', 'null'],
    pattern: STEP_KEY_FORM.source,
    not: { enum: RESERVED_STEP_KEYS },
    description:
      'The key by which expressions read this step, such as {{steps.read-text.body.text}}. It stays when the step is renamed.',
  },
  position: {
    type: 'integer',
    minimum: 0,
    description: 'Order of the step among its siblings; the lowest runs first.',
  },
  nameOverride: {
    type: ['string', 'null'],
    description: 'A name for this step in place of the name of its action.',
  },
  continueOnError: {
    type: 'boolean',
    default: false,
    description: 'Whether the flow goes on when this step fails.',
  },
  overrides: {
    type: ['object', 'null'],
    description: 'The parameters of the action that this step overrides.',
    additionalProperties: false,
    properties: {
      params: {
        type: 'object',
        description: "Values laid over the action's own parameters; its schema says which there are.",
      },
    },
  },
  recordingEnabled: {
    type: 'boolean',
    default: false,
    description: 'Whether this step is recorded, if the recording policy of the flow is “selected_steps”.',
  },
} as const;

/** The JSON Schema of a child entry (spec 2.2). */
export const childSchema = {
  type: 'object',
  required: ['actionId', 'position'],
  properties: childProperties,
  additionalProperties: false,
} as const;

/** The JSON Schema of an entry, without the content of its children (spec 2.2). */
export const entrySchema = {
  ...childSchema,
  properties: {
    ...childProperties,
    children: {
      type: 'array',
      description: 'Steps that run inside this one, such as the rounds of a repeat. They have no children.',
      items: { type: 'object' },
    },
  },
} as const;

/** The JSON Schema of the request body for creating a flow, without its entries (spec 4.4). */
export const settingsSchema = {
  type: 'object',
  required: ['name', 'triggerId', 'actions'],
  properties: {
    $schema: { type: 'string', description: 'The JSON Schema of this file.' },
    name: {
      type: 'string',
      minLength: 1,
      maxLength: Limits.flowName,
      description: 'Name of the flow.',
    },
    description: {
      type: 'string',
      maxLength: Limits.flowDescription,
      description: 'What the flow is for.',
    },
    triggerId: { ...uuid, description: 'The trigger that starts the flow.' },
    deviceIds: {
      type: 'array',
      maxItems: Limits.flowDevices,
      items: uuid,
      description: 'The devices that the flow runs on.',
    },
    actions: {
      type: 'array',
      minItems: Limits.flowActions.min,
      description: 'The steps of the flow.',
    },
    enabled: {
      type: 'boolean',
      description: 'Whether the flow runs when its trigger fires; set by activating it.',
    },
    cooldownScope: {
      enum: COOLDOWN_SCOPES,
      description: 'Whether the cooldown counts for the whole flow or for each device.',
    },
    cooldownSeconds: {
      type: ['integer', 'null'],
      minimum: Limits.cooldownSeconds.min,
      description: 'Seconds that must pass between two runs.',
    },
    healthMonitoringEnabled: {
      type: 'boolean',
      description: 'Whether failures in a row mark the flow as failing.',
    },
    notifyOnSuccess: { type: 'boolean', description: 'Whether a run that succeeds is notified.' },
    notifyOnFailure: { type: 'boolean', description: 'Whether a run that fails is notified.' },
    notifyWebhookId: {
      type: ['string', 'null'],
      format: 'uuid',
      description: 'The webhook endpoint that receives the notifications.',
    },
    recordingEnabled: {
      type: 'boolean',
      deprecated: true,
      description:
        'Whether the screen of each device is recorded during a run. A recording policy replaces this setting.',
    },
    recordingPolicy: {
      type: 'object',
      description:
        'What is recorded of the screen of each device. The service keeps each recording until it expires; the device panel shows its size and expiry.',
      required: ['mode'],
      properties: {
        mode: {
          description: 'What is recorded during a run.',
          oneOf: Object.entries(RECORDING_LABELS).map(([mode, label]) => ({ const: mode, title: label })),
        },
      },
    },
    delivery: {
      type: ['object', 'null'],
      description: 'Where the results of a run are saved.',
      required: ['destination'],
      properties: {
        destination: {
          description: 'The storage. The service says which ones are connected.',
          anyOf: [
            { const: 'google_drive', title: 'Google Drive' },
            { const: 'one_drive', title: 'OneDrive' },
            { type: 'string', minLength: 1, title: 'Other storage' },
          ],
        },
        folder: { type: 'string', minLength: 1, description: 'The folder in the storage.' },
        recording: {
          type: 'object',
          description: 'The name of the recording.',
          required: ['filename'],
          properties: { filename: { type: 'string', minLength: 1, description: 'The name of the file.' } },
        },
        screenshots: { type: 'object', description: 'Saves the screenshots of tasks and agents.' },
      },
    },
    selfHealingEnabled: {
      type: 'boolean',
      description: 'Whether the service tries to repair a step that fails.',
    },
    selfHealingMaxAttempts: {
      type: 'integer',
      minimum: Limits.selfHealingAttempts.min,
      maximum: Limits.selfHealingAttempts.max,
      description: 'How often a repair is tried.',
    },
  },
  additionalProperties: false,
} as const;

/** The JSON Schema of a whole flow file, for editors without a catalog. */
export const flowSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Flow of cloud devices',
  ...settingsSchema,
  properties: {
    ...settingsSchema.properties,
    actions: {
      ...settingsSchema.properties.actions,
      items: {
        ...entrySchema,
        properties: {
          ...entrySchema.properties,
          children: { ...entrySchema.properties.children, items: childSchema },
        },
      },
    },
  },
} as const;
