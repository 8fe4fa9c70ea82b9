import * as z from 'zod';
import { ACTIVATIONS, EVENT_SOURCES } from '../enumerations.ts';
import { Limits } from '../limits.ts';
import { OpenObject, openEnum, record, Timestamp, Uuid } from '../scalars.ts';

const jitterMinutes = z.int().min(0).max(Limits.jitterMinutes).optional();
const jitter = z.looseObject({ beforeMinutes: jitterMinutes, afterMinutes: jitterMinutes }).optional();

/** When a schedule fires: once, by a five-field cron expression, or by a recurrence rule (wire facts 5). */
export const ScheduleRule = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('once'), dateTime: z.string().min(1), jitter }),
  z.looseObject({ type: z.literal('cron'), expression: z.string().min(1), jitter }),
  z.looseObject({ type: z.literal('recurring'), rrule: z.string().min(1), jitter }),
]);
/** When a schedule fires (wire facts 5). */
export type ScheduleRule = z.output<typeof ScheduleRule>;

/** Conditions of an event trigger; the form of one condition is not public (wire facts 5). */
export const Conditions = z.looseObject({
  all: z.array(z.unknown()).optional(),
  any: z.array(z.unknown()).optional(),
});
/** Conditions of an event trigger (wire facts 5). */
export type Conditions = z.output<typeof Conditions>;

/** What starts a flow (wire facts 5). */
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
/** What starts a flow (wire facts 5). */
export type Trigger = z.output<typeof Trigger>;

/** Body that creates a trigger; fields of another activation are refused (wire facts 5). */
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

/** Body that changes a trigger; null clears (wire facts 5). */
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

/** Body that fires a custom trigger (wire facts 5). */
export const FireTrigger = z.looseObject({ payload: OpenObject });

/** Answer to a fired trigger: how many flows were queued (wire facts 5). */
export const Fired = record({ enqueuedCount: z.int() }, { invocationId: z.string() });

/** A kind of app event that triggers can wait for (wire facts 5). */
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

/** A kind of app event that triggers can wait for (wire facts 5). */
export type AppEventType = z.output<typeof AppEventType>;

/** An app event that happened (wire facts 5). */
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
