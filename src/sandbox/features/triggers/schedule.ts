import { ScheduleRule, type Trigger } from '../../../contract/records/trigger.ts';
import { fire } from '../../engine/fire.ts';
import type { JobKind } from '../../runtime/job.ts';
import type { Service } from '../../runtime/service.ts';
import { nextOccurrence, type Schedule } from './occurrences.ts';

interface Due {
  readonly triggerId: string;
  /** The occurrence without jitter, in milliseconds since 1970, from which the next is computed. */
  readonly occurrence: number;
  /** The number of consecutive late occurrences. */
  readonly late: number;
}

const MINUTE_MS = 60_000;
/**
 * The maximum number of consecutive late occurrences to catch up on, after a clock jump, before continuing from now.
 */
const MAX_LATE = 24;

/** The job that fires a scheduled trigger; each run schedules the next. */
export const scheduleJob: JobKind<Due> = {
  name: 'trigger.schedule',
  concurrency: 4,
  run({ payload: { triggerId, occurrence, late } }, service) {
    return service.store.transaction(() => {
      const trigger = service.store.triggers.get(triggerId);
      if (!trigger) return undefined;
      fire(service, trigger, { payload: { scheduledFor: new Date(occurrence).toISOString() } });
      const behind = service.clock.now() - occurrence > MINUTE_MS;
      const from = behind && late >= MAX_LATE ? service.clock.now() : occurrence;
      const next = nextFiring(service, trigger, from);
      service.store.triggers.put({ ...trigger, nextFireTime: next ? iso(next.moment) : null });
      if (!next) return undefined;
      const payload = { triggerId, occurrence: next.occurrence, late: behind ? late + 1 : 0 };
      return { nextRunAt: next.moment, payload };
    });
  },
};

/**
 * Schedules the next firing of a trigger, or cancels it if the trigger has no schedule or schedules are off. Always
 * updates `nextFireTime`.
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
 * Schedules all triggers at startup. Skips occurrences missed while the sandbox was stopped, so that starting it runs
 * nothing by itself. If schedules are off, cancels those planned before.
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
  // A negative jitter must not move the firing to before `after`, or it would fire twice.
  return { occurrence, moment: Math.max(after, Math.round(occurrence + jitter)) };
}

function scheduleOf({ activation, scheduleRule, timezone, createdAt }: Trigger): Schedule | undefined {
  if (activation !== 'schedule' || !scheduleRule) return undefined;
  const rule = ScheduleRule.parse(scheduleRule);
  return { rule, timeZone: timezone ?? 'UTC', createdAt: Date.parse(createdAt ?? '') || 0 };
}

function jobId(triggerId: string): string {
  return `schedule:${triggerId.toLowerCase()}`;
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}
