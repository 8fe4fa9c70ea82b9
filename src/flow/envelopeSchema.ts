import { COOLDOWN_SCOPES } from '../contract/enumerations.ts';
import { Limits } from '../contract/limits.ts';

const uuid = { type: 'string', format: 'uuid' } as const;

const childProperties = {
  actionId: { ...uuid, description: 'The action that this step runs.' },
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
      description:
        'Whether the screen of each device is recorded during a run. The service keeps each recording until it expires; the device panel shows its size and expiry.',
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
