import * as z from 'zod';
import {
  COOLDOWN_SCOPES,
  DELIVERY_DESTINATIONS,
  DRIVE_CONNECTIONS,
  FLOW_FAILURE_CODES,
  FLOW_LIFECYCLES,
  FLOW_STATUSES,
  RECORDING_MODES,
} from '../enumerations.ts';
import { CAPACITY_STATUSES } from '../mailboxValues.ts';
import { Limits } from '../limits.ts';
import { OpenObject, openEnum, record, Timestamp, Uuid } from '../scalars.ts';
import { DraftEntry, FlowActionEntry } from './flowAction.ts';

/** A flow: one trigger bound to an ordered list of actions (spec 2.1). */
export const Flow = record(
  { id: Uuid, name: z.string() },
  {
    description: z.string(),
    triggerId: Uuid,
    deviceIds: z.array(Uuid),
    enabled: z.boolean(),
    status: openEnum(FLOW_STATUSES),
    lifecycleStatus: openEnum(FLOW_LIFECYCLES),
    consecutiveFailures: z.int(),
    lastFailureAt: Timestamp,
    lastFailureCode: openEnum(FLOW_FAILURE_CODES),
    lastTriggeredAt: Timestamp,
    blockedAt: Timestamp,
    archivedAt: Timestamp,
    cooldownScope: openEnum(COOLDOWN_SCOPES),
    cooldownSeconds: z.int(),
    healthMonitoringEnabled: z.boolean(),
    notifyOnSuccess: z.boolean(),
    notifyOnFailure: z.boolean(),
    notifyWebhookId: Uuid,
    recordingEnabled: z.boolean(),
    recordingPolicy: record({}, { mode: openEnum(RECORDING_MODES) }),
    delivery: record(
      {},
      {
        destination: openEnum(DELIVERY_DESTINATIONS),
        folder: z.string(),
        recording: record({}, { filename: z.string() }),
        screenshots: OpenObject,
      },
    ),
    selfHealingEnabled: z.boolean(),
    selfHealingMaxAttempts: z.int(),
    templateResolutionVersion: z.int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    createdBy: Uuid,
    ownerId: Uuid,
    userId: Uuid,
  },
);
export type Flow = z.output<typeof Flow>;

/** The results that are delivered after a run, and their destination (wire facts 3). */
const Delivery = z.looseObject({
  // A service adds its own storage to the drives.
  destination: z.string().min(1),
  folder: z.string().min(1).optional(),
  recording: z.looseObject({ filename: z.string().min(1) }).optional(),
  screenshots: OpenObject.optional(),
});

const settings = {
  description: z.string().max(Limits.flowDescription).optional(),
  deviceIds: z.array(Uuid).max(Limits.flowDevices).optional(),
  cooldownScope: z.enum(COOLDOWN_SCOPES).optional(),
  cooldownSeconds: z.int().min(Limits.cooldownSeconds.min).nullish(),
  enabled: z.boolean().optional(),
  healthMonitoringEnabled: z.boolean().optional(),
  notifyOnSuccess: z.boolean().optional(),
  notifyOnFailure: z.boolean().optional(),
  notifyWebhookId: Uuid.nullish(),
  selfHealingEnabled: z.boolean().optional(),
  selfHealingMaxAttempts: z
    .int()
    .min(Limits.selfHealingAttempts.min)
    .max(Limits.selfHealingAttempts.max)
    .optional(),
  recordingEnabled: z.boolean().optional(),
  recordingPolicy: z.looseObject({ mode: z.enum(RECORDING_MODES) }).optional(),
  delivery: Delivery.nullish(),
};

/** The body that creates a flow (spec 4.4). */
export const CreateFlow = z.looseObject({
  actions: z.array(FlowActionEntry).min(Limits.flowActions.min),
  name: z.string().min(1).max(Limits.flowName),
  triggerId: Uuid,
  ...settings,
});
export type CreateFlow = z.output<typeof CreateFlow>;

/** The body that updates a flow: any setting except the actions; null clears (wire facts 3). */
export const UpdateFlow = z.looseObject({
  ...settings,
  name: z.string().min(1).max(Limits.flowName).optional(),
  triggerId: Uuid.optional(),
  description: z.string().max(Limits.flowDescription).nullish(),
  lifecycleStatus: z.enum(['enabled', 'disabled']).optional(),
});
export type UpdateFlow = z.output<typeof UpdateFlow>;

/** The body that clones a flow: a new name and other devices, both optional (wire facts 3). */
export const CloneFlow = z.looseObject({
  name: z.string().min(1).max(Limits.flowName).optional(),
  deviceIds: z.array(Uuid).max(Limits.flowDevices).optional(),
});

/** The body that activates a flow: the execution that verified it (spec 4.5). */
export const ActivateFlow = z.looseObject({ verificationExecutionId: Uuid });

/** The number of flows that can be created (wire facts 3). */
export const FlowCapacity = record(
  {},
  { included: z.int(), remaining: z.int(), status: openEnum(CAPACITY_STATUSES) },
);

/** The results that a flow can deliver after a run, and the destinations (wire facts 3). */
export const DeliveryOptions = record(
  {},
  {
    recordingMode: openEnum(RECORDING_MODES),
    canDeliverRecording: z.boolean(),
    hasFilesUpload: z.boolean(),
    directUploadStep: record({}, { flowActionId: Uuid, name: z.string() }),
    destinations: z.array(
      record(
        { key: z.string() },
        {
          label: z.string(),
          connectKey: z.string(),
          iconUrl: z.string(),
          connection: openEnum(DRIVE_CONNECTIONS),
        },
      ),
    ),
  },
);

export type DeliveryOptions = z.output<typeof DeliveryOptions>;

/** The body that checks a flow without creating it; a step can be a draft of an action (wire facts 3). */
export const ValidateFlow = z.looseObject({
  ...settings,
  actions: z.array(z.union([FlowActionEntry, DraftEntry])).min(Limits.flowActions.min),
  name: z.string().min(1).max(Limits.flowName),
  triggerId: Uuid.optional(),
});
export type ValidateFlow = z.output<typeof ValidateFlow>;

/** The findings of the service in a flow (wire facts 3); the codes and the form of `field` are not public. */
export const FlowValidation = record(
  { valid: z.boolean() },
  {
    errors: z.array(
      record(
        { message: z.string() },
        { code: z.string(), field: z.string(), knownSteps: z.array(z.string()), reference: z.string() },
      ),
    ),
    warnings: z.array(
      record({ message: z.string() }, { code: z.string(), connectKey: z.string(), destination: z.string() }),
    ),
  },
);
export type FlowValidation = z.output<typeof FlowValidation>;

/** The expressions that a version of templates understands (wire facts 18). */
export const TemplateContext = record(
  { templateResolutionVersion: z.int() },
  {
    grammar: z.string(),
    roots: z.array(record({ name: z.string() }, { description: z.string(), shape: z.unknown() })),
    payloadAliases: z.array(z.string()),
    loop: record({}, { name: z.string(), itemVariableDefault: z.string(), context: z.array(z.string()) }),
    stepReference: record(
      {},
      { pattern: z.string(), note: z.string(), keyRule: z.string(), slugRule: z.string() },
    ),
  },
);
export type TemplateContext = z.output<typeof TemplateContext>;
