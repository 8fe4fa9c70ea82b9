import * as z from 'zod';
import { TASK_STATUSES, TERMINATION_REASONS, VPN_COUNTRIES } from '../enumerations.ts';
import { OpenObject, openEnum, record, Timestamp } from '../scalars.ts';

/** The body that starts a task: the instruction, the model and the device (spec 1, wire facts 1, 10). */
export const RunTask = z.looseObject({
  task: z.string().min(1),
  deviceId: z.string().min(1).optional(),
  llmModel: z.string().min(1).optional(),
  agentId: z.int().optional(),
  displayId: z.int().min(0).optional(),
  maxSteps: z.number().min(1).optional(),
  executionTimeout: z.number().min(1).optional(),
  temperature: z.number().min(0).optional(),
  reasoning: z.boolean().optional(),
  vision: z.boolean().optional(),
  accessibility: z.boolean().optional(),
  stealth: z.boolean().optional(),
  continueOnFailure: z.boolean().optional(),
  apps: z.array(z.string()).optional(),
  files: z.array(z.string()).optional(),
  credentials: z
    .array(z.looseObject({ packageName: z.string(), credentialNames: z.array(z.string()) }))
    .optional(),
  outputSchema: OpenObject.nullish(),
  memoryNamespace: z.string().optional(),
  subagentModel: z.string().optional(),
  vpnCountry: openEnum(VPN_COUNTRIES).nullish(),
});
export type RunTask = z.output<typeof RunTask>;

/** The reply to a started task; `streamUrl` is a secret (wire facts 10). */
export const StartedTask = record(
  { id: z.string() },
  { status: openEnum(TASK_STATUSES), streamUrl: z.string() },
);

/** A task: a natural-language instruction carried out on a device (wire facts 10). */
export const Task = record(
  { id: z.string() },
  {
    task: z.string(),
    status: openEnum(TASK_STATUSES),
    deviceId: z.string(),
    llmModel: z.string(),
    steps: z.number(),
    succeeded: z.boolean(),
    message: z.string(),
    output: z.unknown(),
    creditsUsed: z.number(),
    agentId: z.int(),
    displayId: z.int(),
    maxSteps: z.number(),
    executionTimeout: z.number(),
    temperature: z.number(),
    reasoning: z.boolean(),
    vision: z.boolean(),
    accessibility: z.boolean(),
    stealth: z.boolean(),
    continueOnFailure: z.boolean(),
    apps: z.array(z.string()),
    files: z.array(z.string()),
    credentials: z.array(record({}, { packageName: z.string(), credentialNames: z.array(z.string()) })),
    outputSchema: OpenObject,
    memoryNamespace: z.string(),
    subagentModel: z.string(),
    vpnCountry: openEnum(VPN_COUNTRIES),
    tmpDevice: z.boolean(),
    ownerId: z.string(),
    userId: z.string(),
    createdBy: z.string(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    dispatchedAt: Timestamp,
    claimedAt: Timestamp,
    finishedAt: Timestamp,
    cancelRequestedAt: Timestamp,
    streamUrl: z.string(),
  },
);
export type Task = z.output<typeof Task>;

/** The progress of a task (wire facts 10). */
export const TaskStatus = record(
  { status: openEnum(TASK_STATUSES) },
  {
    succeeded: z.boolean(),
    message: z.string(),
    output: z.unknown(),
    steps: z.number(),
    lastResponse: z.unknown(),
    execution: record(
      {},
      { terminationReason: openEnum(TERMINATION_REASONS), checkpoint: OpenObject, retrySafety: z.unknown() },
    ),
  },
);

/** The events of a task in order (wire facts 10). */
export const Trajectory = record(
  { trajectory: z.array(record({ event: z.string() }, { data: z.unknown() })) },
  {},
);

/** A list of models as `{object, data}` (wire facts 10). */
export const ModelList = record(
  {},
  {
    object: z.string(),
    data: z.array(
      record({}, { id: z.string(), object: z.string(), created: z.number(), owned_by: z.string() }),
    ),
  },
);

/** An agent that carries out tasks (wire facts 10). */
export const Agent = record(
  { id: z.union([z.int(), z.string()]) },
  {
    name: z.string(),
    description: z.string(),
    icon: z.string(),
    llmModel: z.string(),
    subagentModel: z.string(),
    maxSteps: z.number(),
    reasoning: z.boolean(),
    vision: z.boolean(),
  },
);
