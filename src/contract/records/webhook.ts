import * as z from 'zod';
import { INTEGRATION_CONNECTIONS, WEBHOOK_HEALTHS, WEBHOOK_KINDS, WEBHOOK_STATES } from '../enumerations.ts';
import { Limits } from '../limits.ts';
import { openEnum, record, Timestamp, Uuid } from '../scalars.ts';
import { page } from './page.ts';

/** A way in which an integration uses events, in one of its revisions (wire facts 11). */
const Capability = record({ id: z.string(), revision: z.int() }, {});

/** The values that name a target of an integration, exactly as it lists them (wire facts 11). */
const TargetArgs = z.record(z.string(), z.unknown());

/**
 * An endpoint that receives events, signed if it has a URL; that of an integration has none. Empty `eventTypes` mean all
 * events (spec 6.1, wire facts 11).
 */
export const Webhook = record(
  { id: Uuid },
  {
    url: z.string(),
    kind: openEnum(WEBHOOK_KINDS),
    integration: record({}, { capability: Capability, args: TargetArgs, label: z.string() }),
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

/** An endpoint with its signing secret, returned only on rotation, and on creation with a URL (spec 4.10, 6.1). */
export const WebhookWithSecret = Webhook.extend({ secret: z.string() });

/** A new endpoint; one of an integration has no secret (wire facts 11). */
export const CreatedWebhook = Webhook.extend({ secret: z.string().nullish() });

/** An integration that an endpoint can deliver to, and the state of its connection (wire facts 11). */
export const WebhookIntegration = record(
  { capability: Capability, label: z.string() },
  {
    connection: openEnum(INTEGRATION_CONNECTIONS),
    connectKey: z.string(),
    deprecated: z.boolean(),
    iconUrl: z.string(),
    supportsTargets: z.boolean(),
  },
);
export type WebhookIntegration = z.output<typeof WebhookIntegration>;

/** A place of an integration that an endpoint can deliver to, such as a channel (wire facts 11). */
export const IntegrationTarget = record({ args: TargetArgs, label: z.string() }, { isPrivate: z.boolean() });

const eventTypes = z.array(z.string().min(1).max(Limits.eventType)).max(Limits.webhookEventTypes);

const newEndpoint = {
  eventTypes: eventTypes.optional(),
  description: z.string().max(Limits.webhookDescription).optional(),
};

const HttpEndpoint = z.looseObject({
  kind: z.literal('http').optional(),
  url: z.url().max(Limits.webhookUrl),
  ...newEndpoint,
});
export type HttpEndpoint = z.output<typeof HttpEndpoint>;

const IntegrationEndpoint = z.looseObject({
  kind: z.literal('integration'),
  capability: Capability,
  args: TargetArgs,
  ...newEndpoint,
});
export type IntegrationEndpoint = z.output<typeof IntegrationEndpoint>;

/** The body that creates an endpoint with a public HTTPS URL, or of an integration (spec 6.1, wire facts 11). */
export const CreateWebhook = z.discriminatedUnion('kind', [HttpEndpoint, IntegrationEndpoint]);

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
