import * as z from 'zod';
import { DELIVERY_STATUSES, WEBHOOK_KINDS } from '../enumerations.ts';
import { openEnum, record, Timestamp, Uuid } from '../scalars.ts';

/** An attempt to deliver an event, with its request and response (wire facts 11). */
export const DeliveryAttempt = record(
  {},
  {
    attemptNo: z.int(),
    sentAt: Timestamp,
    signed: z.boolean(),
    requestUrl: z.string(),
    requestMethod: z.string(),
    requestHeaders: z.record(z.string(), z.string()),
    requestBody: z.unknown(),
    responseStatus: z.int(),
    responseHeaders: z.record(z.string(), z.string()),
    responseSnippet: z.string(),
    durationMs: z.number(),
    error: z.string(),
  },
);
export type DeliveryAttempt = z.output<typeof DeliveryAttempt>;

const delivery = {
  endpointId: Uuid,
  endpointUrl: z.string(),
  endpointKind: openEnum(WEBHOOK_KINDS),
  endpointLabel: z.string(),
  eventId: z.string(),
  eventType: z.string(),
  source: z.string(),
  occurredAt: Timestamp,
  createdAt: Timestamp,
  status: openEnum(DELIVERY_STATUSES),
  isTest: z.boolean(),
  completedAt: Timestamp,
  lastError: z.string(),
  createdBy: Uuid,
  lastStatusCode: z.int(),
  durationMs: z.number(),
};

/** The delivery of an event to an endpoint; `attempts` is a count in lists (wire facts 11). */
export const Delivery = record({ id: z.string() }, { ...delivery, attempts: z.int() });
export type Delivery = z.output<typeof Delivery>;

/** A single delivery with all its attempts (wire facts 11). */
export const DeliveryDetail = record({ id: z.string() }, { ...delivery, attempts: z.array(DeliveryAttempt) });
export type DeliveryDetail = z.output<typeof DeliveryDetail>;

/** Delivery counts; the success rate is from 0 to 1 (wire facts 11). */
export const DeliveryStats = record(
  { total: z.int(), byStatus: z.record(z.string(), z.int()) },
  { successRate: z.number() },
);
