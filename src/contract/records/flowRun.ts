import * as z from 'zod';
import { ACTIVATIONS, EXECUTION_KINDS, EXECUTION_STATUSES, REPAIR_STATUSES } from '../enumerations.ts';
import { InvocationId, OpenObject, openEnum, record, Timestamp, Uuid } from '../scalars.ts';

/** The result of validating a payload against its event or custom schema (wire facts 3). */
export const PayloadValidation = record(
  { valid: z.boolean() },
  { errors: z.array(record({ message: z.string() }, { field: z.string() })) },
);

/** The conditions that a trigger must pass to start a run (wire facts 3). */
export const Gates = record(
  {},
  {
    enabled: z.boolean(),
    deviceAttached: z.boolean(),
    deviceIds: z.array(Uuid),
    blocked: z.boolean(),
    cooldownActive: z.boolean(),
  },
);

const resolved = {
  service: z.string(),
  method: z.string(),
  continueOnError: z.boolean(),
  params: z.unknown(),
  flowActionId: Uuid,
  recordingEnabled: z.boolean(),
};

/** An action with its parameters resolved for a run (wire facts 3). */
export const ResolvedAction = record(
  { name: z.string() },
  { ...resolved, children: z.array(record({ name: z.string() }, resolved)) },
);

/**
 * The body of a verification (wire facts 6). A second call with the same `invocationId` returns the same run. `deviceId`
 * is required if the flow has several devices.
 */
export const VerifyFlow = z.looseObject({
  invocationId: InvocationId,
  deviceId: Uuid.optional(),
  payload: OpenObject.optional(),
});

/** A run that verifies a flow (wire facts 6). */
export const Verification = record(
  { executionId: Uuid },
  {
    flowId: Uuid,
    triggerId: Uuid,
    invocationId: z.string(),
    kind: openEnum(EXECUTION_KINDS),
    status: openEnum(EXECUTION_STATUSES),
    deviceId: Uuid,
    /** True if the call returned a run that an earlier call had started. */
    deduplicated: z.boolean(),
  },
);

/** The body of a run: the value of `{{event.payload}}`, an empty object by default (wire facts 3). */
export const RunFlow = z.looseObject({ payload: OpenObject.optional() });

/** The live executions that a run has started, one for each device of the flow (wire facts 3). */
export const StartedRuns = record({ enqueuedCount: z.int(), executionIds: z.array(Uuid) }, {});

/** The body of a flow's dry run: a sample payload (wire facts 3). */
export const DryRunFlow = z.looseObject({ payload: OpenObject.optional() });

/** The result of a dry run; nothing is stored and there is no execution ID (wire facts 3). */
export const DryRun = record(
  { wouldFire: z.boolean() },
  {
    activation: openEnum(ACTIVATIONS),
    validation: PayloadValidation,
    conditionsPassed: z.boolean(),
    nextFireTime: Timestamp,
    rateLimited: z.boolean(),
    gates: Gates,
    actions: z.array(ResolvedAction),
  },
);
export type DryRun = z.output<typeof DryRun>;

/** The verdict on a run or a repair (wire facts 3, 6). */
export const Verdict = record({ outcome: z.string() }, { summary: z.string(), reason: z.string() });

/** An attempt of a flow to repair itself (wire facts 3). */
export const RepairAttempt = record(
  { id: Uuid },
  {
    flowId: Uuid,
    sourceExecutionId: Uuid,
    episode: z.int(),
    attempt: z.int(),
    maxAttempts: z.int(),
    failedStepIndex: z.int(),
    originalSlug: z.string(),
    candidateSlug: z.string(),
    status: openEnum(REPAIR_STATUSES),
    verdict: Verdict,
    agentRunId: z.string(),
    chatSessionId: z.string(),
    deviceId: Uuid,
    error: z.string(),
    createdAt: Timestamp,
    startedAt: Timestamp,
    finishedAt: Timestamp,
    updatedAt: Timestamp,
  },
);
export type RepairAttempt = z.output<typeof RepairAttempt>;
