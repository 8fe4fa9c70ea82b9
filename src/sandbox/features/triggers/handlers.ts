import { demoAppEvents } from '../../demo/referenceData.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { parseMoment } from '../../runtime/clock.ts';
import { requireRecord, readPage } from '../../runtime/paging.ts';
import { notFound } from '../../runtime/refusal.ts';

/** Handlers that read triggers and app events (wire facts 5). */
export const triggerHandlers = {
  listTriggers: ({ query, service: { store } }) =>
    readPage(store.triggers, query, {
      where: { activation: query.activation, eventType: query.eventType },
      search: query.search,
    }),
  getTrigger: ({ params, service: { store } }) => ({
    data: requireRecord(store.triggers, params.triggerId, 'trigger', 'trigger_not_found'),
  }),
  listTimezones: () => ({
    data: ['UTC', ...Intl.supportedValuesOf('timeZone').filter(zone => zone !== 'UTC')],
  }),
  listAppEventTypes: () => ({ data: [...demoAppEvents] }),
  getAppEventType: ({ params }) => {
    const type = demoAppEvents.find(candidate => candidate.appEventType === params.appEventType);
    if (!type) throw notFound('app event type');
    return { data: type };
  },
  listAppEvents: ({ query, service: { store } }) =>
    readPage(store.appEvents, query, {
      where: { deviceId: query.deviceId, eventType: query.eventType, source: query.source },
      from: { occurredAt: parseMoment('query.from', query.from) },
      to: { occurredAt: parseMoment('query.to', query.to) },
    }),
  getAppEvent: ({ params, service: { store } }) => ({
    data: requireRecord(store.appEvents, params.id, 'app event'),
  }),
} as const satisfies Handlers;
