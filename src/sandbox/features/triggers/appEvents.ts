import { randomUUID } from 'node:crypto';
import { EVENT_SOURCES } from '../../../contract/enumerations.ts';
import { timestamp } from '../../runtime/clock.ts';
import { demoAppEvents } from '../../demo/referenceData.ts';
import { fire, flowsOf } from '../../engine/fire.ts';
import { resolveActions } from '../../engine/resolvedActions.ts';
import type { DomainEvents } from '../../runtime/events.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { OWNED } from '../../records/owner.ts';
import type { Service } from '../../runtime/service.ts';
import type { StoredAppEvent } from '../../store/stored.ts';
import { reschedule } from './schedule.ts';
import { refuseUnless, validateEvent } from '../../engine/payload.ts';

/** Handlers that ingest events or dry-run them (wire facts 7). */
export const eventHandlers = {
  ingestEvent: ({ body, service }) => {
    const payload = body.payload ?? {};
    refuseUnless(validateEvent(body.eventType, payload), payload);
    const type = demoAppEvents.find(candidate => candidate.appEventType === body.eventType);
    const source = EVENT_SOURCES.find(known => known === type?.category) ?? 'app';
    const event = { eventType: body.eventType, source, deviceId: body.deviceId ?? null, payload };
    return { eventId: takeEvent(service, event).id };
  },
  dryRunEvent: ({ body, service }) => {
    const { store } = service;
    const payload = body.payload ?? {};
    const triggers = store.triggers.all({ activation: 'event', eventType: body.eventType });
    const firing = { payload, deviceId: body.deviceId ?? null };
    const validation = validateEvent(body.eventType, payload);
    const matchedFlows = triggers
      .flatMap(trigger => flowsOf(service, trigger, firing))
      .map(({ flow, trigger, gates: { isOpen, ...gates } }) => ({
        flow,
        trigger,
        gates,
        actions: resolveActions(service, flow, trigger.name, payload),
        wouldFire: isOpen && validation.valid,
      }));
    return { data: { matchedFlows, validation } };
  },
} as const satisfies Handlers;

/** Reschedules changed triggers, stores all app events in the history, and starts the flows that wait for them. */
export function handleEvents(service: Service): void {
  service.events.on('trigger.changed', ({ triggerId }) => reschedule(service, triggerId));
  service.events.on('app.event', event => void takeEvent(service, event));
}

function takeEvent(service: Service, event: DomainEvents['app.event']): StoredAppEvent {
  const { store, clock } = service;
  const { eventType, source, deviceId, payload } = event;
  const now = timestamp(clock);
  const stored = store.appEvents.put({
    id: randomUUID(),
    eventType,
    source,
    payload,
    deviceId,
    rawEventId: null,
    occurredAt: now,
    createdAt: now,
    ...OWNED,
  });
  service.events.emit('app.event.kept', event);
  for (const trigger of store.triggers.all({ activation: 'event', eventType }))
    fire(service, trigger, { payload, deviceId, eventId: stored.id });
  return stored;
}
