import * as z from 'zod';
import { COOLDOWN_SCOPES, FLOW_FAILURE_CODES, FLOW_LIFECYCLES, FLOW_STATUSES } from '../enumerations.ts';
import { Limits } from '../limits.ts';
import { OpenObject, openEnum, record, Timestamp, Uuid } from '../scalars.ts';
import { FlowActionEntry } from './flowAction.ts';

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
    recordingPolicy: record({}, { mode: z.string() }),
    delivery: record(
      {},
      {
        destination: z.string(),
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
};

/** The body that creates a flow (spec 4.4). */
export const CreateFlow = z.looseObject({
  actions: z.array(FlowActionEntry).min(Limits.flowActions.min),
  name: z.string().min(1).max(Limits.flowName),
  triggerId: Uuid,
  ...settings,
  recordingEnabled: z.boolean().optional(),
});
export type CreateFlow = z.output<typeof CreateFlow>;

/** The body that updates a flow: any setting except the actions; null clears (wire facts 3). */
export const UpdateFlow = z.looseObject({
  ...settings,
  name: z.string().min(1).max(Limits.flowName).optional(),
  triggerId: Uuid.optional(),
  description: z.string().max(Limits.flowDescription).nullish(),
});
export type UpdateFlow = z.output<typeof UpdateFlow>;

/** The body that clones a flow: a new name and other devices, both optional (wire facts 3). */
export const CloneFlow = z.looseObject({
  name: z.string().min(1).max(Limits.flowName).optional(),
  deviceIds: z.array(Uuid).max(Limits.flowDevices).optional(),
});

/** The body that activates a flow: the execution that verified it (spec 4.5). */
export const ActivateFlow = z.looseObject({ verificationExecutionId: Uuid });
