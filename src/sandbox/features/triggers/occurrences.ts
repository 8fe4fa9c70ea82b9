import { Cron } from 'croner';
import type { ScheduleRule } from '../../../contract/records/trigger.ts';
import { readLocalTime } from './localTime.ts';
import { nextRecurrence, recurrenceProblem } from './recurrence.ts';

/** A schedule with its time zone and reference time. */
export interface Schedule {
  readonly rule: ScheduleRule;
  /** An IANA time zone; UTC if the trigger has none. */
  readonly timeZone: string;
  /** The creation time of the trigger in milliseconds since 1970, the start of a recurrence rule without its own. */
  readonly createdAt: number;
}

/**
 * Returns the first occurrence of a schedule after a time, without jitter, in milliseconds since 1970; undefined if
 * there is none.
 */
export function nextOccurrence({ rule, timeZone, createdAt }: Schedule, after: number): number | undefined {
  switch (rule.type) {
    case 'once': {
      const moment = readLocalTime(rule.dateTime, timeZone);
      return moment !== undefined && moment > after ? moment : undefined;
    }
    case 'cron':
      return cron(rule.expression, timeZone).nextRun(new Date(after))?.getTime();
    case 'recurring':
      return nextRecurrence(rule.rrule, timeZone, createdAt, after);
  }
}

/** Returns the invalid field of a schedule, and why it is; undefined if the schedule is valid. */
export function scheduleProblem({
  rule,
  timeZone,
  createdAt,
}: Schedule): { readonly field: string; readonly message: string } | undefined {
  switch (rule.type) {
    case 'once':
      return readLocalTime(rule.dateTime, timeZone) === undefined
        ? { field: 'dateTime', message: 'not a date and time, such as 2027-01-31T09:00:00Z' }
        : undefined;
    case 'cron':
      try {
        cron(rule.expression, timeZone);
        return undefined;
      } catch {
        const message = 'not a cron expression of five fields, such as 0 3 * * *';
        return { field: 'expression', message };
      }
    case 'recurring': {
      const message = recurrenceProblem(rule.rrule, timeZone, createdAt);
      return message === undefined ? undefined : { field: 'rrule', message };
    }
  }
}

function cron(expression: string, timezone: string): Cron {
  return new Cron(expression, { timezone, mode: '5-part', paused: true });
}
