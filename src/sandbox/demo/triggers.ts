import type { Trigger } from '../../contract/records/trigger.ts';
import { daysAgo } from './ago.ts';
import { OWNER_ID } from '../records/owner.ts';
import { stableId } from '../records/stableId.ts';

export type DemoTriggerKey = 'custom' | 'order' | 'passcode' | 'nightly' | 'weekdays' | 'once';

type Given = Partial<Trigger> & Pick<Trigger, 'name' | 'activation'> & { readonly key: DemoTriggerKey };

const given: readonly Given[] = [
  {
    key: 'custom',
    name: 'By hand',
    description: 'Fired from the editor or from a script, with any payload.',
    activation: 'custom',
  },
  {
    key: 'order',
    name: 'New order',
    description: 'Fired by the shop for each order.',
    activation: 'custom',
    customPayloadSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      required: ['orderId', 'email'],
      properties: {
        orderId: { type: 'integer', minimum: 1, examples: [2041] },
        email: { type: 'string', format: 'email', examples: ['ada@example.com'] },
        total: { type: 'number', minimum: 0, examples: [19.9] },
        items: { type: 'array', items: { type: 'string' }, examples: [['Bread', 'Map of the city']] },
        express: { type: 'boolean', default: false, examples: [true] },
      },
      additionalProperties: false,
    },
  },
  {
    key: 'passcode',
    name: 'Passcode arrives',
    description: 'A message with a passcode from the shop.',
    activation: 'event',
    eventType: 'app.mailbox.passcode_received',
    conditions: { all: [{ field: 'fromAddress', operator: 'equals', value: 'no-reply@shop.example' }] },
  },
  {
    key: 'nightly',
    name: 'Every night at three',
    activation: 'schedule',
    timezone: 'Europe/Berlin',
    scheduleRule: { type: 'cron', expression: '0 3 * * *', jitter: { afterMinutes: 20 } },
  },
  {
    key: 'weekdays',
    name: 'Weekdays at nine',
    activation: 'schedule',
    timezone: 'America/New_York',
    scheduleRule: { type: 'recurring', rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9;BYMINUTE=0' },
  },
];

export function demoTriggerId(key: DemoTriggerKey): string {
  return stableId(`trigger:${key}`);
}

/**
 * Returns the demo triggers, dated relative to `now`: two custom ones, an event, a cron rule, a recurrence rule and a
 * single date.
 */
export function demoTriggers(now: number): readonly Trigger[] {
  const once: Given = {
    key: 'once',
    name: 'Launch day',
    activation: 'schedule',
    scheduleRule: { type: 'once', dateTime: daysAgo(now, -9) },
  };
  return [...given, once].map(({ key, ...rest }, index) => ({
    description: null,
    eventType: null,
    scheduleRule: null,
    timezone: null,
    customPayloadSchema: null,
    ...rest,
    id: demoTriggerId(key),
    createdAt: daysAgo(now, 50 - index),
    updatedAt: daysAgo(now, 20 - index),
    createdBy: OWNER_ID,
    ownerId: OWNER_ID,
    userId: OWNER_ID,
  }));
}
