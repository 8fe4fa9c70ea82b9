import type { Trigger } from '../../contract/records/trigger.ts';
import { fire } from '../engine/fire.ts';
import type { JobKind } from '../jobs/job.ts';
import type { Service } from '../service.ts';
import { nextOccurrence, type Schedule } from './occurrences.ts';

interface Due {
  readonly triggerId: string;
  /** The occurrence without jitter, in milliseconds since 1970; the next one comes after it. */
  readonly occurrence: number;
  /** Occurrences in a row that were late. */
  readonly late: number;
}

const MINUTE_MS = 60_000;
/** Late occurrences in a row that are made up for, after a jump of the clock, before the schedule goes on from now. */
const MOST_LATE = 24;

/** The work of firing a schedule at its time; each run makes the next one known. */
export const scheduleJob: JobKind<Due> = {
  name: 'trigger.schedule',
  atOnce: 4,
  run({ payload: { triggerId, occurrence, late } }, service) {
    return Promise.resolve(
      service.store.transaction(() => {
        const trigger = service.store.triggers.get(triggerId);
        if (!trigger) return undefined;
        fire(service, trigger, { payload: { scheduledFor: new Date(occurrence).toISOString() } });
        const behind = service.clock.now() - occurrence > MINUTE_MS;
        const from = behind && late >= MOST_LATE ? service.clock.now() : occurrence;
        const next = nextFiring(service, trigger, from);
        service.store.triggers.put({ ...trigger, nextFireTime: next ? iso(next.moment) : null });
        if (!next) return undefined;
        const payload = { triggerId, occurrence: next.occurrence, late: behind ? late + 1 : 0 };
        return { again: next.moment, payload };
      }),
    );
  },
};

/**
 * Plans the next firing of a trigger anew, or takes it back when it has no schedule any more or schedules are off; its
 * next moment is told all the same.
 */
export function reschedule(service: Service, triggerId: string): void {
  const { store, jobs, clock, settings } = service;
  const id = jobId(triggerId);
  const trigger = store.triggers.get(triggerId);
  const next = trigger && nextFiring(service, trigger, clock.now());
  if (trigger) store.triggers.put({ ...trigger, nextFireTime: next ? iso(next.moment) : null });
  if (next && settings.schedules)
    jobs.add(scheduleJob, next.moment, { triggerId, occurrence: next.occurrence, late: 0 }, id);
  else jobs.cancel(id);
}

/**
 * Plans every schedule at the start of the sandbox. What fell due while it did not run is passed over, so that
 * nothing runs only because somebody starts the sandbox. With schedules off, what was planned before is taken back.
 */
export function rescheduleAll(service: Service): void {
  const { store, clock, settings } = service;
  for (const { id } of store.triggers.all({ activation: 'schedule' })) {
    const job = store.jobs.get(jobId(id));
    if (!settings.schedules || !job || (!job.started && Date.parse(job.runAt) < clock.now()))
      reschedule(service, id);
  }
}

function nextFiring(
  { random }: Service,
  trigger: Trigger,
  after: number,
): { readonly occurrence: number; readonly moment: number } | undefined {
  const schedule = scheduleOf(trigger);
  const occurrence = schedule && nextOccurrence(schedule, after);
  if (occurrence === undefined) return undefined;
  const { beforeMinutes = 0, afterMinutes = 0 } = schedule?.rule.jitter ?? {};
  const jitter = (random() * (beforeMinutes + afterMinutes) - beforeMinutes) * MINUTE_MS;
  // A moment that jitter puts before now would fire twice.
  return { occurrence, moment: Math.max(after, Math.round(occurrence + jitter)) };
}

function scheduleOf({ activation, scheduleRule, timezone, createdAt }: Trigger): Schedule | undefined {
  if (activation !== 'schedule' || !scheduleRule) return undefined;
  const rule = scheduleRule as unknown as Schedule['rule'];
  return { rule, timeZone: timezone ?? 'UTC', createdAt: Date.parse(createdAt ?? '') || 0 };
}

function jobId(triggerId: string): string {
  return `schedule:${triggerId.toLowerCase()}`;
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}
