import * as z from 'zod';
import { ACTIVATIONS, EVENT_SOURCES } from '../enumerations.ts';
import { Limits } from '../limits.ts';
import { InvocationId, OpenObject, openEnum, record, Timestamp, Uuid } from '../scalars.ts';

const jitterMinutes = z.int().min(0).max(Limits.jitterMinutes).optional();
const jitter = z.looseObject({ beforeMinutes: jitterMinutes, afterMinutes: jitterMinutes }).optional();

/** The rule of a schedule: once, a five-field cron expression, or a recurrence rule (wire facts 5). */
export const ScheduleRule = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('once'), dateTime: z.string().min(1), jitter }),
  z.looseObject({ type: z.literal('cron'), expression: z.string().min(1), jitter }),
  z.looseObject({ type: z.literal('recurring'), rrule: z.string().min(1), jitter }),
]);
export type ScheduleRule = z.output<typeof ScheduleRule>;

/** The conditions of an event trigger; the format of a condition is not public (wire facts 5). */
export const Conditions = z.looseObject({
  all: z.array(z.unknown()).optional(),
  any: z.array(z.unknown()).optional(),
});
export type Conditions = z.output<typeof Conditions>;

/** A trigger, which starts flows (wire facts 5). */
export const Trigger = record(
  { id: Uuid, name: z.string(), activation: openEnum(ACTIVATIONS) },
  {
    description: z.string(),
    eventType: z.string(),
    conditions: record({}, { all: z.array(z.unknown()), any: z.array(z.unknown()) }),
    scheduleRule: record({ type: z.string() }, {}),
    timezone: z.string(),
    customPayloadSchema: z.unknown(),
    nextFireTime: Timestamp,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    createdBy: Uuid,
    ownerId: Uuid,
    userId: Uuid,
  },
);
export type Trigger = z.output<typeof Trigger>;

/** The body that creates a trigger; fields of another activation are rejected (wire facts 5). */
export const CreateTrigger = z.looseObject({
  activation: z.enum(ACTIVATIONS),
  name: z.string().min(1),
  description: z.string().optional(),
  eventType: z.string().min(1).max(Limits.ingestEventType).optional(),
  conditions: Conditions.optional(),
  scheduleRule: ScheduleRule.optional(),
  timezone: z.string().optional(),
  customPayloadSchema: OpenObject.optional(),
});

/** The body that updates a trigger; null clears (wire facts 5). */
export const UpdateTrigger = z.looseObject({
  activation: z.enum(ACTIVATIONS).optional(),
  name: z.string().min(1).optional(),
  description: z.string().nullish(),
  eventType: z.string().min(1).max(Limits.ingestEventType).optional(),
  conditions: Conditions.nullish(),
  scheduleRule: ScheduleRule.nullish(),
  timezone: z.string().nullish(),
  customPayloadSchema: OpenObject.nullish(),
});

/** The body that fires a custom trigger (wire facts 5). A flow with a run of the same `invocationId` is skipped. */
export const FireTrigger = z.looseObject({
  payload: OpenObject,
  invocationId: InvocationId.optional(),
});

/** The reply to a fired trigger: the number of flows enqueued (wire facts 5). */
export const Fired = record(
  { enqueuedCount: z.int() },
  { invocationId: z.string(), deduplicated: z.boolean() },
);

/** A type of app event that triggers can wait for (wire facts 5). */
export const AppEventType = record(
  { appEventType: z.string() },
  {
    sourceEventType: z.string(),
    appName: z.string(),
    label: z.string(),
    packageName: z.string(),
    category: openEnum(EVENT_SOURCES),
    payloadSchema: z.array(
      record({ name: z.string() }, { type: z.string(), description: z.string(), example: z.unknown() }),
    ),
  },
);

export type AppEventType = z.output<typeof AppEventType>;

/** An app event that occurred (wire facts 5). */
export const AppEvent = record(
  { id: Uuid, eventType: z.string() },
  {
    source: openEnum(EVENT_SOURCES),
    payload: z.unknown(),
    ownerId: Uuid,
    userId: Uuid,
    deviceId: Uuid,
    rawEventId: z.string(),
    occurredAt: Timestamp,
    createdAt: Timestamp,
    createdBy: Uuid,
  },
);
