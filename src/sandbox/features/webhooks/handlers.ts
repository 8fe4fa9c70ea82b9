import { DELIVERY_STATUSES, WEBHOOK_FILTERS } from '../../../contract/enumerations.ts';
import { demoEventTypes } from '../../demo/referenceData.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { parseMoment } from '../../runtime/clock.ts';
import { requireRecord, readPage } from '../../runtime/paging.ts';
import { notFound } from '../../runtime/refusal.ts';
import { createdBy } from '../../records/owner.ts';
import { toResponse } from '../../store/stored.ts';

/** Handlers that read webhook endpoints and their deliveries (wire facts 11). */
export const webhookHandlers = {
  listWebhooks: ({ query, service: { store } }) => {
    const page = readPage(store.webhooks, query, {
      where: { filter: query.status, createdBy: createdBy(query), kind: query.kind },
      search: query.search,
    });
    return {
      ...page,
      items: page.items.map(toResponse),
      counts: {
        ...store.webhooks.countEach('filter', WEBHOOK_FILTERS, { where: { kind: query.kind } }),
        total: store.webhooks.count({ where: { kind: query.kind } }),
      },
    };
  },
  getWebhook: ({ params, service: { store } }) => ({
    data: toResponse(requireRecord(store.webhooks, params.id, 'webhook endpoint')),
  }),
  listDeliveries: ({ query, service: { store } }) => {
    const page = readPage(store.deliveries, query, {
      where: { status: query.status, eventId: query.eventId, endpointKind: query.kind },
      from: { createdAt: parseMoment('query.since', query.since) },
    });
    return {
      ...page,
      items: page.items.map(delivery => {
        const endpoint = delivery.endpointId ? store.webhooks.get(delivery.endpointId) : undefined;
        return {
          ...toResponse(delivery),
          endpointUrl: endpoint?.url,
          endpointLabel: endpoint?.integration?.label ?? null,
        };
      }),
    };
  },
  getDeliveryStats: ({ query, service: { store } }) => {
    const from = { createdAt: parseMoment('query.since', query.since) };
    const where = { endpointKind: query.kind };
    const byStatus = store.deliveries.countEach('status', DELIVERY_STATUSES, { from, where });
    const ended = (byStatus['success'] ?? 0) + (byStatus['dead'] ?? 0);
    const successRate = ended === 0 ? null : (byStatus['success'] ?? 0) / ended;
    return { data: { total: store.deliveries.count({ from, where }), byStatus, successRate } };
  },
  listWebhookDeliveries: ({ params, query, service: { store } }) => {
    const { id } = requireRecord(store.webhooks, params.id, 'webhook endpoint');
    const page = readPage(store.deliveries, query, { where: { endpointId: id, eventId: query.eventId } });
    return { ...page, items: page.items.map(toResponse) };
  },
  getDelivery: ({ params, service: { store } }) => {
    const { id } = requireRecord(store.webhooks, params.id, 'webhook endpoint');
    const delivery = requireRecord(store.deliveries, params.deliveryId, 'delivery');
    if (delivery.endpointId !== id) throw notFound('delivery');
    return { data: { ...toResponse(delivery), attempts: [...delivery.sandbox.attempts] } };
  },
  listEventTypes: () => ({ data: demoEventTypes }),
} as const satisfies Handlers;
