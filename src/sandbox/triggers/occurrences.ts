import { Cron } from 'croner';
import rrule from 'rrule';
import type { ScheduleRule } from '../../contract/records/trigger.ts';
import { momentOf, wallTime } from '../wallTime.ts';

/** A schedule with what it is counted in. */
export interface Schedule {
  readonly rule: ScheduleRule;
  /** An IANA name; UTC for a schedule that names none. */
  readonly timeZone: string;
  /** When the trigger was made, in milliseconds since 1970: a recurrence rule without a start counts from here. */
  readonly createdAt: number;
}

/** The first occurrence of a schedule after a moment, without jitter; undefined when there is none. */
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

/** Why a schedule cannot be kept, in one sentence; undefined when it can. */
export function scheduleProblem(rule: ScheduleRule, timeZone: string): string | undefined {
  switch (rule.type) {
    case 'once':
      return Number.isNaN(Date.parse(rule.dateTime)) ? 'dateTime: not a date and time' : undefined;
    case 'cron':
      try {
        cron(rule.expression, timeZone);
        return undefined;
      } catch {
        return 'expression: not a cron expression of five fields, such as 0 3 * * *';
      }
    case 'recurring':
      try {
        ruleOf(rule.rrule, 0);
        return undefined;
      } catch {
        return 'rrule: not a recurrence rule by the minute or slower, such as FREQ=DAILY;BYHOUR=9';
      }
  }
}

function cron(expression: string, timezone: string): Cron {
  return new Cron(expression, { timezone, mode: '5-part', paused: true });
}

const { RRule } = rrule;
const DAY_MS = 86_400_000;
/** Occurrences within the hour before a moment and the first after it, by the minute at most. */
const MOST_LOOKED_AT = 200;
/** How far a rule is looked through: further for slow ones, so that a rule that never fits ends soon. */
const LOOK_AHEAD_MS: Readonly<Record<number, number>> = {
  [RRule.YEARLY]: 100 * 366 * DAY_MS,
  [RRule.MONTHLY]: 40 * 366 * DAY_MS,
  [RRule.WEEKLY]: 10 * 366 * DAY_MS,
  [RRule.DAILY]: 10 * 366 * DAY_MS,
  [RRule.HOURLY]: 366 * DAY_MS,
  [RRule.MINUTELY]: 31 * DAY_MS,
};

// A rule is counted in wall time, as calendars do: nine o'clock stays nine o'clock when clocks change.
function nextOfRule(text: string, timeZone: string, createdAt: number, after: number): number | undefined {
  const start = Math.floor(wallTime(timeZone, createdAt) / 60_000) * 60_000;
  const rule = ruleOf(text, start);
  const from = wallTime(timeZone, after);
  const ahead = LOOK_AHEAD_MS[rule.options.freq] ?? 0;
  // Occurrences near a change of clocks may lie before `after` once they are real moments.
  const before = new Date(from - DAY_MS / 24);
  const until = new Date(Math.max(from, start) + ahead);
  let next: number | undefined;
  rule.between(before, until, false, (date, index) => {
    const moment = momentOf(timeZone, date.getTime());
    if (moment > after) next = moment;
    return next === undefined && index < MOST_LOOKED_AT;
  });
  return next;
}

function ruleOf(text: string, start: number): InstanceType<typeof RRule> {
  const options = RRule.parseString(text.replace(/^RRULE:/i, ''));
  if (options.freq === undefined || LOOK_AHEAD_MS[options.freq] === undefined)
    throw new Error('No such pace.');
  return new RRule({ dtstart: new Date(start), bysecond: 0, ...options });
}
