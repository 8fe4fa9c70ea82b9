import * as z from 'zod';
import { DELIVERY_STATUSES } from '../enumerations.ts';
import { openEnum, record, Timestamp, Uuid } from '../scalars.ts';

/** One try to deliver an event, with what was sent and answered (wire facts 11). */
export const Attempt = record(
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
/** One try to deliver an event (wire facts 11). */
export type Attempt = z.output<typeof Attempt>;

const delivery = {
  endpointId: Uuid,
  endpointUrl: z.string(),
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

/** An event on its way to an endpoint; `attempts` is a count in lists (wire facts 11). */
export const Delivery = record({ id: z.string() }, { ...delivery, attempts: z.int() });
/** An event on its way to an endpoint (wire facts 11). */
export type Delivery = z.output<typeof Delivery>;

/** A delivery read alone, with its attempts in full (wire facts 11). */
export const DeliveryDetail = record({ id: z.string() }, { ...delivery, attempts: z.array(Attempt) });
/** A delivery read alone, with its attempts in full (wire facts 11). */
export type DeliveryDetail = z.output<typeof DeliveryDetail>;

/** Counts over deliveries; the rate is from 0 to 1 (wire facts 11). */
export const DeliveryStats = record(
  { total: z.int(), byStatus: z.record(z.string(), z.int()) },
  { successRate: z.number() },
);
