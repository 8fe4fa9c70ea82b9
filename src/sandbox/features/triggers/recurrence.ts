import { readWallTime } from './localTime.ts';
import rrule, { type Options } from 'rrule';
import { isTimeZone, momentOf, wallTime } from '../../runtime/wallTime.ts';

const { RRule } = rrule;

/** A recurrence rule in the wall time of its zone, which is encoded as if it were UTC. */
interface Recurrence {
  readonly rule: InstanceType<typeof RRule>;
  readonly timeZone: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
/** An upper bound for the occurrences from an hour before a time to the first one after it, at most one per minute. */
const MAX_LOOKED_AT = 200;
/** The largest `COUNT`, since occurrences are counted one by one from the first. */
const MAX_COUNT = 10_000;
/** The maximum look-ahead by frequency: longer for slow rules, so that a rule without occurrences ends soon. */
const LOOK_AHEAD_MS = {
  YEARLY: 100 * 366 * DAY_MS,
  MONTHLY: 40 * 366 * DAY_MS,
  WEEKLY: 10 * 366 * DAY_MS,
  DAILY: 10 * 366 * DAY_MS,
  HOURLY: 366 * DAY_MS,
  MINUTELY: 31 * DAY_MS,
} as const;
type Frequency = keyof typeof LOOK_AHEAD_MS;
/** The lengths of the frequencies that always have the same length in wall time. */
const PACE_MS: Partial<Record<Frequency, number>> = {
  WEEKLY: 7 * DAY_MS,
  DAILY: DAY_MS,
  HOURLY: 60 * MINUTE_MS,
  MINUTELY: MINUTE_MS,
};

/** The values of the parts that are numbers (RFC 5545, 3.3.10). Where the least is negative, there is no 0. */
const RANGES: Readonly<Record<string, readonly [least: number, greatest: number]>> = {
  INTERVAL: [1, 10_000],
  COUNT: [1, MAX_COUNT],
  BYMINUTE: [0, 59],
  BYHOUR: [0, 23],
  BYMONTHDAY: [-31, 31],
  BYYEARDAY: [-366, 366],
  BYWEEKNO: [-53, 53],
  BYMONTH: [1, 12],
  BYSETPOS: [-366, 366],
};
const SINGLE = ['INTERVAL', 'COUNT'];
const DAY = /^(?:[+-]?(?:[1-9]|[1-4]\d|5[0-3]))?(?:SU|MO|TU|WE|TH|FR|SA)$/;
const MOMENT = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/i;
const START = /^DTSTART(?:;VALUE=DATE(?:-TIME)?)?(?:;TZID=([^:;]+))?:(.+)$/i;
const EXAMPLE = 'FREQ=DAILY;BYHOUR=9;BYMINUTE=0';

/**
 * Returns why a text is not a recurrence rule that the sandbox can follow, in a trigger created at a time; undefined if it
 * is one.
 */
export function recurrenceProblem(text: string, timeZone: string, createdAt: number): string | undefined {
  const read = readRecurrence(text, timeZone, createdAt);
  return typeof read === 'string' ? read : undefined;
}

/**
 * Returns the first occurrence after a time, in milliseconds since 1970. Rules are evaluated in local time, as in
 * calendars: nine o'clock stays nine o'clock across clock changes. A rule without `DTSTART` starts at `createdAt`.
 */
export function nextRecurrence(
  text: string,
  timeZone: string,
  createdAt: number,
  after: number,
): number | undefined {
  const read = readRecurrence(text, timeZone, createdAt, after);
  if (typeof read === 'string') return undefined;
  const { rule } = read;
  const start = rule.options.dtstart.getTime();
  const from = wallTime(read.timeZone, after);
  const frequency = RRule.FREQUENCIES[rule.options.freq] as Frequency;
  // Near a clock change, a local time after `after` may be an actual time before it, and vice versa.
  const before = new Date(from - DAY_MS / 24);
  const until = new Date(Math.max(from, start) + LOOK_AHEAD_MS[frequency]);
  let next: number | undefined;
  rule.between(before, until, false, (date, index) => {
    const moment = momentOf(read.timeZone, date.getTime());
    if (moment > after) next = moment;
    return next === undefined && index < MAX_LOOKED_AT;
  });
  return next;
}

/** Reads a rule with its `DTSTART`, or returns what is wrong with it. */
function readRecurrence(
  text: string,
  timeZone: string,
  createdAt: number,
  after = createdAt,
): Recurrence | string {
  const lines = text.trim().split(/\s*[\r\n]+\s*/);
  const startLine = lines.find(line => /^DTSTART/i.test(line));
  const [ruleLine, other] = lines.filter(line => line !== startLine);
  if (!ruleLine) return `has no rule such as ${EXAMPLE}`;
  if (other !== undefined) return `can have DTSTART and one rule, and not “${other.slice(0, 40)}”`;
  const parts = readParts(ruleLine.replace(/^RRULE:/i, ''));
  if (typeof parts === 'string') return parts;
  const [, startZone, startText = ''] = startLine === undefined ? [] : (START.exec(startLine) ?? []);
  if (startZone !== undefined && !isTimeZone(startZone))
    return `the time zone of “${startLine}” does not exist`;
  const zone = startZone ?? timeZone;
  const created = Math.floor(wallTime(zone, createdAt) / MINUTE_MS) * MINUTE_MS;
  const start = startLine === undefined ? created : readMoment(startText, zone, 0);
  if (start === undefined) return `“${startLine}” is not DTSTART with a date and time`;
  const until = parts.get('UNTIL');
  // A last day without a time is part of the rule.
  const end = until === undefined ? undefined : readMoment(until, zone, DAY_MS - 1000);
  if (until !== undefined && end === undefined) return `UNTIL=${until} is not a date and time`;
  const plain = [...parts].filter(([name]) => name !== 'UNTIL').map(([name, value]) => `${name}=${value}`);
  const options = RRule.parseString(plain.join(';'));
  // Without a start, BYHOUR=9 means nine o'clock and not the minute of the creation.
  const isOnTheHour =
    startLine === undefined &&
    !parts.has('BYMINUTE') &&
    (parts.has('BYHOUR') || parts.get('FREQ') === 'HOURLY') &&
    parts.get('FREQ') !== 'MINUTELY';
  const times = readTimes(parts, new Date(start));
  if (typeof times === 'string') return times;
  const rule = new RRule({
    ...options,
    ...times,
    bysecond: 0,
    ...(isOnTheHour ? { byminute: 0 } : {}),
    dtstart: new Date(parts.has('COUNT') ? start : laterStart(start, wallTime(zone, after), parts)),
    ...(end === undefined ? {} : { until: new Date(end) }),
  });
  return { rule, timeZone: zone };
}

/**
 * Returns options of the library for a rule whose hours or minutes are picked from those that its interval leads to, or
 * why it never occurs. The library searches for a time that is never reached without an end, and loses the interval of
 * minutes at the end of an hour, so minutes become times of a day.
 */
function readTimes(parts: ReadonlyMap<string, string>, start: Date): Partial<Options> | string {
  const frequency = parts.get('FREQ');
  const interval = Number(parts.get('INTERVAL') ?? 1);
  const [hours, minutes] = ['BYHOUR', 'BYMINUTE'].map(name => parts.get(name)?.split(',').map(Number));
  const never = `never occurs: from its start, INTERVAL=${interval} leads to no time in BYHOUR or BYMINUTE`;
  const hourStep = frequency === 'MINUTELY' ? Math.max(1, interval / 60) : interval;
  const byhour = reached(24, start.getUTCHours(), hourStep, hours);
  if (frequency === 'HOURLY') return byhour.length === 0 ? never : {};
  if (frequency !== 'MINUTELY' || (!hours && !minutes)) return {};
  if (parts.has('BYSETPOS')) return 'cannot have BYSETPOS with FREQ=MINUTELY and BYHOUR or BYMINUTE';
  if (60 % interval !== 0 && (interval % 60 !== 0 || 1440 % interval !== 0))
    return `has INTERVAL=${interval}, which must divide an hour, or a day into full hours, with FREQ=MINUTELY and BYHOUR or BYMINUTE`;
  const byminute = reached(60, start.getUTCMinutes(), interval, minutes);
  if (byhour.length === 0 || byminute.length === 0) return never;
  return { freq: RRule.DAILY, interval: 1, byhour, byminute };
}

/** Returns the values below `size` that steps from a start lead to, around its end; only those in a list if there is one. */
function reached(size: number, start: number, step: number, listed?: readonly number[]): number[] {
  const values = new Set(Array.from({ length: size }, (_, index) => (start + index * step) % size));
  return [...values].filter(value => listed?.includes(value) ?? true).toSorted((one, other) => one - other);
}

// The library counts from the start, which can be many years ago.
function laterStart(start: number, from: number, parts: ReadonlyMap<string, string>): number {
  const paceMs = PACE_MS[parts.get('FREQ') as Frequency];
  if (paceMs === undefined) return start;
  const periodMs = paceMs * Number(parts.get('INTERVAL') ?? 1);
  return start + Math.max(0, Math.floor((from - DAY_MS - start) / periodMs)) * periodMs;
}

/** Reads the parts of a rule by their names in capitals, or returns what is wrong with one. */
function readParts(text: string): ReadonlyMap<string, string> | string {
  const parts = new Map<string, string>();
  for (const pair of text.toUpperCase().split(';').filter(Boolean)) {
    const [name = '', value = '', ...rest] = pair.split('=');
    const problem =
      rest.length > 0 || value === '' ? `“${pair}” is not NAME=VALUE` : partProblem(name, value);
    if (problem !== undefined) return `${problem}; an example of a rule is ${EXAMPLE}`;
    if (parts.has(name)) return `has ${name} twice`;
    parts.set(name, value);
  }
  if (!parts.has('FREQ')) return `has no FREQ; an example of a rule is ${EXAMPLE}`;
  if (/\d/.test(parts.get('BYDAY') ?? '') && !['MONTHLY', 'YEARLY'].includes(parts.get('FREQ') ?? ''))
    return `BYDAY=${parts.get('BYDAY')} can have numbers only if FREQ is MONTHLY or YEARLY`;
  if (parts.has('COUNT') && parts.has('UNTIL')) return 'has both COUNT and UNTIL';
  return parts;
}

function partProblem(name: string, value: string): string | undefined {
  const range = RANGES[name];
  if (range) {
    const [least, greatest] = range;
    const isFine = value.split(',').every((one, index) => {
      const number = Number(one);
      const isInRange = number >= least && number <= greatest && (least >= 0 || number !== 0);
      return /^[+-]?\d{1,5}$/.test(one) && isInRange && (index === 0 || !SINGLE.includes(name));
    });
    return isFine ? undefined : `${name}=${value} must be between ${least} and ${greatest}`;
  }
  switch (name) {
    case 'FREQ':
      return Object.hasOwn(LOOK_AHEAD_MS, value)
        ? undefined
        : `FREQ=${value} is not one of ${Object.keys(LOOK_AHEAD_MS).join(', ')}`;
    case 'BYDAY':
      return value.split(',').every(one => DAY.test(one))
        ? undefined
        : `BYDAY=${value} is not a list of days`;
    case 'WKST':
      return /^(?:SU|MO|TU|WE|TH|FR|SA)$/.test(value) ? undefined : `WKST=${value} is not a day`;
    case 'BYSECOND':
      return value === '0' || value === '00'
        ? undefined
        : 'a trigger fires at full minutes, so BYSECOND must be 0';
    case 'UNTIL':
      return undefined;
    default:
      return `${name} is not a part of a rule`;
  }
}

/** Reads a date and time of RFC 5545 as wall time in a zone; a date alone is as many milliseconds after its midnight. */
function readMoment(text: string, timeZone: string, dayMs: number): number | undefined {
  const [, year, month = '', day = '', hour, minute = '', second = '', zulu = ''] = MOMENT.exec(text) ?? [];
  if (year === undefined) return undefined;
  const written = `${year}-${month}-${day}T${hour ?? '00'}:${minute || '00'}:${second || '00'}`;
  const moment = readWallTime(written);
  if (moment === undefined) return undefined;
  if (hour === undefined) return moment + dayMs;
  return zulu === '' ? moment : wallTime(timeZone, moment);
}
