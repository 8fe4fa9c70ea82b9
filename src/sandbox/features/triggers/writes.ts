import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type { Trigger, UpdateTrigger } from '../../../contract/records/trigger.ts';
import { timestamp } from '../../runtime/clock.ts';
import { fire, startedBy } from '../../engine/fire.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { requireRecord } from '../../runtime/paging.ts';
import { conflict } from '../../runtime/refusal.ts';
import { OWNED } from '../../records/owner.ts';
import type { Store } from '../../store/store.ts';
import { checkPayload } from '../../engine/payload.ts';
import { checkTrigger, KIND_FIELDS } from './rules.ts';

/** Handlers that create, update, delete and fire triggers (wire facts 5). */
export const triggerWrites = {
  createTrigger: ({ body, service: { store, clock, events } }) => {
    const now = timestamp(clock);
    const trigger: Trigger = {
      description: null,
      eventType: null,
      scheduleRule: null,
      timezone: null,
      customPayloadSchema: null,
      ...body,
      id: randomUUID(),
      nextFireTime: null,
      createdAt: now,
      updatedAt: now,
      ...OWNED,
    };
    checkTrigger(trigger, body);
    store.triggers.put(trigger);
    events.emit('trigger.changed', { triggerId: trigger.id, trigger });
    return { data: requireTrigger(store, trigger.id) };
  },
  updateTrigger: ({ params, body, service: { store, clock, events } }) => {
    const before = requireTrigger(store, params.triggerId);
    const trigger = { ...clearKindFields(before, body), ...body, name: body.name ?? before.name };
    const changed: Trigger = {
      ...trigger,
      activation: body.activation ?? before.activation,
      id: before.id,
      createdAt: before.createdAt,
      updatedAt: timestamp(clock),
    };
    checkTrigger(changed, body);
    store.triggers.put(changed);
    events.emit('trigger.changed', { triggerId: changed.id, trigger: changed });
    return { data: requireTrigger(store, changed.id) };
  },
  deleteTrigger: ({ params, service: { store, events } }) => {
    const trigger = requireTrigger(store, params.triggerId);
    const flows = store.flows.list({ where: { triggerId: trigger.id }, limit: 1 });
    const [flow] = flows;
    if (flow) {
      const message = `The flow “${flow.name}” has this trigger; give it another one or delete it first.`;
      throw conflict('trigger_in_use', message);
    }
    store.triggers.delete(trigger.id);
    events.emit('trigger.changed', { triggerId: trigger.id, trigger: undefined });
    return { message: `The trigger “${trigger.name}” was deleted.` };
  },
  fireTrigger: ({ params, body: { payload, invocationId }, service }) => {
    const trigger = requireTrigger(service.store, params.triggerId);
    if (trigger.activation !== 'custom') {
      const message = `Only custom triggers are fired by hand; this one is started by ${trigger.activation}.`;
      throw conflict('trigger_not_custom', message);
    }
    checkPayload(trigger, payload);
    const started = invocationId === undefined ? undefined : startedBy(service, trigger, invocationId);
    const id = invocationId ?? randomUUID();
    const runs = fire(service, trigger, { payload, invocationId: id, ...(started ? { started } : {}) });
    return { invocationId: id, enqueuedCount: runs.length, deduplicated: (started?.size ?? 0) > 0 };
  },
} as const satisfies Handlers;

function requireTrigger(store: Store, id: string): Trigger {
  return requireRecord(store.triggers, id, 'trigger', 'trigger_not_found');
}

// A trigger that changes its kind loses the fields of its old kind.
function clearKindFields(trigger: Trigger, { activation }: z.output<typeof UpdateTrigger>): Trigger {
  if (activation === undefined || activation === trigger.activation) return trigger;
  const names = Object.values(KIND_FIELDS).flat();
  return { ...trigger, ...Object.fromEntries(names.map(name => [name, null])) };
}
