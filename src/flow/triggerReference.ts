import type { Trigger } from '../contract/records/trigger.ts';
import type { NamedReference } from './catalog.ts';
import { scheduleText } from './scheduleText.ts';

/** Returns a trigger as flows name it, with what fires it. */
export function triggerReference(trigger: Trigger): NamedReference {
  const { id, name, activation } = trigger;
  return { id, name, activation, detail: triggerDetail(trigger) };
}

function triggerDetail(trigger: Trigger): string {
  const { activation, eventType } = trigger;
  if (activation === 'custom') return 'when called';
  if (activation === 'event' && eventType) return `on ${eventType.slice(0, 80)}`;
  return scheduleText(trigger) || activation;
}
