import { Cron } from 'croner';
import rrule from 'rrule';
import type { ScheduleRule } from '../../../contract/records/trigger.ts';
import { momentOf, wallTime } from '../../runtime/wallTime.ts';

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
      const moment = Date.parse(rule.dateTime);
      return moment > after ? moment : undefined;
    }
    case 'cron':
      return cron(rule.expression, timeZone).nextRun(new Date(after))?.getTime();
    case 'recurring':
      return nextOfRule(rule.rrule, timeZone, createdAt, after);
  }
}

/** Returns the invalid field of a schedule, and why it is; undefined if the schedule is valid. */
export function scheduleProblem(
  rule: ScheduleRule,
  timeZone: string,
): { readonly field: string; readonly message: string } | undefined {
  switch (rule.type) {
    case 'once':
      return Number.isNaN(Date.parse(rule.dateTime))
        ? { field: 'dateTime', message: 'not a date and time' }
        : undefined;
    case 'cron':
      try {
        cron(rule.expression, timeZone);
        return undefined;
      } catch {
        const message = 'not a cron expression of five fields, such as 0 3 * * *';
        return { field: 'expression', message };
      }
    case 'recurring':
      try {
        ruleOf(rule.rrule, 0);
        return undefined;
      } catch {
        const message = 'not a recurrence rule by the minute or slower, such as FREQ=DAILY;BYHOUR=9';
        return { field: 'rrule', message };
      }
  }
}

function cron(expression: string, timezone: string): Cron {
  return new Cron(expression, { timezone, mode: '5-part', paused: true });
}

const { RRule } = rrule;
const DAY_MS = 86_400_000;
/** An upper bound for the occurrences from an hour before a time to the first one after it, at most one per minute. */
const MAX_LOOKED_AT = 200;
/** The maximum look-ahead by frequency: longer for slow rules, so that a rule without occurrences ends soon. */
const LOOK_AHEAD_MS: Readonly<Record<number, number>> = {
  [RRule.YEARLY]: 100 * 366 * DAY_MS,
  [RRule.MONTHLY]: 40 * 366 * DAY_MS,
  [RRule.WEEKLY]: 10 * 366 * DAY_MS,
  [RRule.DAILY]: 10 * 366 * DAY_MS,
  [RRule.HOURLY]: 366 * DAY_MS,
  [RRule.MINUTELY]: 31 * DAY_MS,
};

// Rules are evaluated in local time, as in calendars: nine o'clock stays nine o'clock across clock changes.
function nextOfRule(text: string, timeZone: string, createdAt: number, after: number): number | undefined {
  const start = Math.floor(wallTime(timeZone, createdAt) / 60_000) * 60_000;
  const rule = ruleOf(text, start);
  const from = wallTime(timeZone, after);
  const ahead = LOOK_AHEAD_MS[rule.options.freq] ?? 0;
  // Near a clock change, a local time after `after` may be an actual time before it, and vice versa.
  const before = new Date(from - DAY_MS / 24);
  const until = new Date(Math.max(from, start) + ahead);
  let next: number | undefined;
  rule.between(before, until, false, (date, index) => {
    const moment = momentOf(timeZone, date.getTime());
    if (moment > after) next = moment;
    return next === undefined && index < MAX_LOOKED_AT;
  });
  return next;
}

function ruleOf(text: string, start: number): InstanceType<typeof RRule> {
  const options = RRule.parseString(text.replace(/^RRULE:/i, ''));
  if (options.freq === undefined || LOOK_AHEAD_MS[options.freq] === undefined)
    throw new Error('No such pace.');
  return new RRule({ dtstart: new Date(start), bysecond: 0, ...options });
}
