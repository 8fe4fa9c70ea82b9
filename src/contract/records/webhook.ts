import * as z from 'zod';
import { WEBHOOK_HEALTHS, WEBHOOK_STATES } from '../enumerations.ts';
import { Limits } from '../limits.ts';
import { openEnum, record, Timestamp, Uuid } from '../scalars.ts';
import { page } from './page.ts';

/** An endpoint that receives signed events; empty `eventTypes` mean all events (spec 6.1, wire facts 11). */
export const Webhook = record(
  { id: Uuid, url: z.string() },
  {
    description: z.string(),
    eventTypes: z.array(z.string()),
    state: openEnum(WEBHOOK_STATES),
    health: openEnum(WEBHOOK_HEALTHS),
    signingEnabled: z.boolean(),
    blockedAt: Timestamp,
    blockedReason: z.string(),
    createdBy: Uuid,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
);
export type Webhook = z.output<typeof Webhook>;

/** An endpoint with its signing secret, returned only on creation and rotation (spec 4.10, 6.1). */
export const WebhookWithSecret = Webhook.extend({ secret: z.string() });

const eventTypes = z.array(z.string().min(1).max(Limits.eventType)).max(Limits.webhookEventTypes);

/** The body that creates an endpoint; the URL must be public HTTPS (spec 6.1, wire facts 11). */
export const CreateWebhook = z.looseObject({
  url: z.url().max(Limits.webhookUrl),
  eventTypes: eventTypes.optional(),
  description: z.string().max(Limits.webhookDescription).optional(),
});

/** The body that updates an endpoint: at least one of event types, state and description (wire facts 11). */
export const UpdateWebhook = z
  .looseObject({
    eventTypes: eventTypes.optional(),
    state: z.enum(['ACTIVE', 'DISABLED']).optional(),
    description: z.string().max(Limits.webhookDescription).nullish(),
  })
  .refine(
    body => body.eventTypes !== undefined || body.state !== undefined || body.description !== undefined,
    { error: 'give at least one of eventTypes, state and description' },
  );

/** A page of endpoints; `counts` are by filter value and ignore the current filter (wire facts 11). */
export const WebhookPage = page(Webhook).extend({
  counts: z.record(z.string(), z.int()).nullish(),
});

/** The result of a test delivery (wire facts 11). */
export const WebhookTest = record({ success: z.boolean() }, { statusCode: z.int(), error: z.string() });

/** The catalog of event types by source (wire facts 11). */
export const EventTypeCatalog = record(
  {
    sources: z.array(
      record(
        {
          source: z.string(),
          events: z.array(
            record(
              { type: z.string() },
              {
                description: z.string(),
                surfaces: record({}, { webhook: z.boolean(), feed: z.boolean(), toast: z.boolean() }),
              },
            ),
          ),
        },
        {},
      ),
    ),
  },
  { schemaVersion: z.int() },
);
