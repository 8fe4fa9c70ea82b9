import { randomUUID } from 'node:crypto';
import { timestamp } from '../../runtime/clock.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { requireRecord } from '../../runtime/paging.ts';
import { invalidValue, Refusal } from '../../runtime/refusal.ts';
import { OWNER_ID } from '../../records/owner.ts';
import { toResponse, type StoredWebhook } from '../../store/stored.ts';
import { addressProblem, type MayCallPort } from '../../../util/publicAddress.ts';
import { attemptDelivery, mayDeliverTo, newDelivery } from './deliveries.ts';
import { newWebhookSecret } from '../../records/defaults.ts';
import { integrationEndpoint } from './integrations.ts';

/**
 * Handlers that create, update, delete and test webhook endpoints, and set loopback ports (spec 4.10, 6.1, wire facts
 * 11).
 */
export const webhookWrites = {
  createWebhook: ({ body, service }) => {
    const { store, clock } = service;
    const target =
      body.kind === 'integration' ? integrationEndpoint(body) : httpEndpoint(body.url, mayDeliverTo(service));
    const now = timestamp(clock);
    const endpoint: StoredWebhook = {
      id: randomUUID(),
      ...target,
      description: body.description ?? null,
      eventTypes: body.eventTypes ?? [],
      state: 'ACTIVE',
      health: 'healthy',
      signingEnabled: target.kind === 'http',
      blockedAt: null,
      blockedReason: null,
      createdBy: OWNER_ID,
      createdAt: now,
      updatedAt: now,
      sandbox: { secret: newWebhookSecret() },
    };
    const created = store.webhooks.put(endpoint);
    return { data: endpoint.kind === 'integration' ? toResponse(created) : withSecret(created) };
  },
  updateWebhook: ({ params, body, service: { store, clock } }) => {
    const endpoint = requireRecord(store.webhooks, params.id, 'webhook endpoint');
    const { eventTypes = endpoint.eventTypes, description = endpoint.description } = body;
    const changed = { ...endpoint, eventTypes, description, updatedAt: timestamp(clock) };
    if (body.state === undefined) return { data: toResponse(store.webhooks.put(changed)) };
    // Enabling an endpoint also unblocks it.
    const healthy = { health: 'healthy', blockedAt: null, blockedReason: null } as const;
    const sandbox = { ...endpoint.sandbox, failures: 0 };
    const switched = {
      ...changed,
      state: body.state,
      ...(body.state === 'ACTIVE' ? { ...healthy, sandbox } : {}),
    };
    return { data: toResponse(store.webhooks.put(switched)) };
  },
  deleteWebhook: ({ params, service: { store } }): undefined => {
    const endpoint = requireRecord(store.webhooks, params.id, 'webhook endpoint');
    store.deliveries.deleteWhere({ endpointId: endpoint.id });
    store.webhooks.delete(endpoint.id);
  },
  rotateWebhookSecret: ({ params, service: { store, clock } }) => {
    const endpoint = requireRecord(store.webhooks, params.id, 'webhook endpoint');
    if (endpoint.kind === 'integration')
      throw new Refusal(400, 'not_signed', 'An endpoint of an integration has no secret.');
    // The old secret is discarded, so signatures made with it no longer verify.
    const sandbox = { ...endpoint.sandbox, secret: newWebhookSecret() };
    return { data: withSecret(store.webhooks.put({ ...endpoint, sandbox, updatedAt: timestamp(clock) })) };
  },
  setLoopbackPorts: ({ body, service: { loopbackPorts } }) => {
    loopbackPorts.clear();
    for (const port of body.ports) loopbackPorts.add(port);
    return { data: { ports: [...loopbackPorts] } };
  },
  testWebhook: async ({ params, service }) => {
    const endpoint = requireRecord(service.store.webhooks, params.id, 'webhook endpoint');
    const data = { message: 'This is a test delivery.', endpointId: endpoint.id };
    const event = { type: 'webhook.test', source: 'webhook', data };
    const delivery = newDelivery(service, endpoint, event, true);
    const { lastStatusCode, lastError } = await attemptDelivery(
      service,
      endpoint,
      delivery,
      true,
      service.ending,
    );
    const success = lastError == null;
    return { data: { success, statusCode: lastStatusCode ?? null, error: lastError ?? null } };
  },
} as const satisfies Handlers;

function httpEndpoint(
  url: string,
  mayCall: MayCallPort,
): Pick<StoredWebhook, 'kind' | 'url' | 'integration'> {
  const message = addressProblem(url, mayCall);
  if (message) throw invalidValue('body.url', message, url, 'invalid_url');
  return { kind: 'http', url, integration: null };
}

function withSecret(
  endpoint: StoredWebhook,
): ReturnType<typeof toResponse<StoredWebhook, unknown>> & { secret: string } {
  return { ...toResponse(endpoint), secret: endpoint.sandbox.secret };
}
