import type { Trigger } from '../../contract/records/trigger.ts';
import { daysAgo } from './ago.ts';
import { OWNED } from '../records/owner.ts';
import { stableId } from '../records/stableId.ts';
import triggers from './triggers.json' with { type: 'json' };

/** Returns the ID of a demo trigger by its key: custom, order, passcode, nightly, weekdays or once. */
export function demoTriggerId(key: string): string {
  return stableId(`trigger:${key}`);
}

/**
 * Returns the demo triggers, dated relative to `now`: two custom ones, an event, a cron rule, a recurrence rule and a
 * single date.
 */
export function demoTriggers(now: number): readonly Trigger[] {
  const launchDay = {
    key: 'once',
    name: 'Launch day',
    activation: 'schedule',
    scheduleRule: { type: 'once', dateTime: daysAgo(now, -9) },
  };
  return [...triggers, launchDay].map(({ key, ...rest }, index) => ({
    description: null,
    eventType: null,
    scheduleRule: null,
    timezone: null,
    customPayloadSchema: null,
    ...rest,
    id: demoTriggerId(key),
    createdAt: daysAgo(now, 50 - index),
    updatedAt: daysAgo(now, 20 - index),
    ...OWNED,
  }));
}
