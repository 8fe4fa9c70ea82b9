import * as z from 'zod';
import { operation } from '../define.ts';
import { DELIVERY_STATUSES, WEBHOOK_FILTERS, WEBHOOK_KINDS } from '../enumerations.ts';
import { Delivery, DeliveryDetail, DeliveryStats } from '../records/delivery.ts';
import { page, pageQuery, searchQuery } from '../records/page.ts';
import {
  CreatedWebhook,
  CreateWebhook,
  EventTypeCatalog,
  IntegrationTarget,
  UpdateWebhook,
  Webhook,
  WebhookIntegration,
  WebhookPage,
  WebhookTest,
  WebhookWithSecret,
} from '../records/webhook.ts';
import { data, queryInteger, QueryFlag, Uuid } from '../scalars.ts';

const params = z.object({ id: Uuid });

/** Operations on webhook endpoints and their deliveries (spec 4.10, wire facts 11). */
export const webhookOperations = {
  createWebhook: operation('POST', '/webhooks', {
    source: 'spec',
    summary: 'Create a webhook endpoint',
    body: CreateWebhook,
    response: { status: 201, body: data(CreatedWebhook) },
  }),
  listWebhooks: operation('GET', '/webhooks', {
    summary: 'List webhook endpoints',
    query: z.object({
      search: searchQuery,
      status: z.enum(WEBHOOK_FILTERS).optional(),
      mine: QueryFlag.optional(),
      createdBy: Uuid.optional(),
      kind: z.enum(WEBHOOK_KINDS).optional(),
      ...pageQuery,
    }),
    response: { status: 200, body: WebhookPage },
    paging: 'page',
  }),
  listWebhookIntegrations: operation('GET', '/webhooks/integrations', {
    summary: 'List the integrations that an endpoint can deliver to',
    response: { status: 200, body: data(z.array(WebhookIntegration)) },
  }),
  listIntegrationTargets: operation('GET', '/webhooks/integrations/{capabilityId}/targets', {
    summary: 'List the targets of an integration',
    params: z.object({ capabilityId: z.string().min(1) }),
    query: z.object({ revision: queryInteger(0) }),
    response: { status: 200, body: data(z.array(IntegrationTarget)) },
  }),
  listDeliveries: operation('GET', '/webhooks/deliveries', {
    summary: 'List the deliveries of every endpoint',
    query: z.object({
      status: z.enum(DELIVERY_STATUSES).optional(),
      since: z.string().min(1).optional(),
      eventId: z.string().min(1).optional(),
      kind: z.enum(WEBHOOK_KINDS).optional(),
      ...pageQuery,
    }),
    response: { status: 200, body: page(Delivery) },
    paging: 'page',
  }),
  getDeliveryStats: operation('GET', '/webhooks/deliveries/stats', {
    summary: 'Count deliveries by state',
    query: z.object({ since: z.string().min(1).optional(), kind: z.enum(WEBHOOK_KINDS).optional() }),
    response: { status: 200, body: data(DeliveryStats) },
  }),
  getWebhook: operation('GET', '/webhooks/{id}', {
    summary: 'Get a webhook endpoint',
    params,
    response: { status: 200, body: data(Webhook) },
  }),
  updateWebhook: operation('PATCH', '/webhooks/{id}', {
    summary: 'Change a webhook endpoint',
    params,
    body: UpdateWebhook,
    response: { status: 200, body: data(Webhook) },
  }),
  deleteWebhook: operation('DELETE', '/webhooks/{id}', {
    summary: 'Delete a webhook endpoint',
    params,
    response: { status: 204, body: 'empty' },
  }),
  rotateWebhookSecret: operation('POST', '/webhooks/{id}/rotate-secret', {
    summary: 'Replace the signing secret of an endpoint',
    params,
    response: { status: 200, body: data(WebhookWithSecret) },
  }),
  testWebhook: operation('POST', '/webhooks/{id}/test', {
    source: 'spec',
    summary: 'Deliver a signed test event',
    params,
    response: { status: 200, body: data(WebhookTest) },
    effect: 'act',
  }),
  listWebhookDeliveries: operation('GET', '/webhooks/{id}/deliveries', {
    summary: 'List the deliveries of an endpoint',
    params,
    query: z.object({ eventId: z.string().min(1).optional(), ...pageQuery }),
    response: { status: 200, body: page(Delivery) },
    paging: 'page',
  }),
  getDelivery: operation('GET', '/webhooks/{id}/deliveries/{deliveryId}', {
    summary: 'Get a delivery with its attempts',
    params: z.object({ id: Uuid, deliveryId: z.string().min(1) }),
    response: { status: 200, body: data(DeliveryDetail) },
  }),
  listEventTypes: operation('GET', '/event-types', {
    summary: 'List the kinds of event',
    response: { status: 200, body: data(EventTypeCatalog) },
  }),
} as const;
