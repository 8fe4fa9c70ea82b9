import type { Trigger } from '../contract/records/trigger.ts';
import { isObject } from '../util/isObject.ts';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const RRULE_DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const CRON_DAYS = /^(?:[0-7]|sun|mon|tue|wed|thu|fri|sat)$/i;

/** The longest rule that is shown as it is written. */
const MAX_RULE = 60;

/** Returns the schedule of a trigger as text, such as “weekdays 9:00 (Europe/Berlin)”; empty if it has none. */
export function scheduleText({ scheduleRule, timezone }: Pick<Trigger, 'scheduleRule' | 'timezone'>): string {
  if (!isObject(scheduleRule)) return '';
  const { type, dateTime, expression, rrule } = scheduleRule;
  const zone = timezone == null || timezone === '' ? '' : ` (${timezone.slice(0, MAX_RULE)})`;
  if (type === 'once') return typeof dateTime === 'string' ? onceText(dateTime, zone) : '';
  if (typeof expression === 'string') return `${cronText(expression) ?? `cron ${short(expression)}`}${zone}`;
  if (typeof rrule === 'string') return `${rruleText(rrule) ?? short(rrule)}${zone}`;
  return '';
}

const LOCAL_TIME = /^(\d{4}-\d\d-\d\d)(?:[T ]([\d:.]+))?$/i;

// A time without an offset is local in the time zone of the trigger.
function onceText(dateTime: string, zone: string): string {
  const [, localDay, time = '00:00'] = LOCAL_TIME.exec(dateTime.trim()) ?? [];
  const isLocal = localDay !== undefined;
  const date = new Date(isLocal ? `${localDay}T${time}Z` : dateTime);
  if (Number.isNaN(date.getTime()) || !/^\d{4}-/.test(dateTime)) return `once, ${short(dateTime)}`;
  const day = date.toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'medium' });
  return `once on ${day} ${clock(date.getUTCHours(), date.getUTCMinutes())}${isLocal && zone !== '' ? zone : ' UTC'}`;
}

function cronText(expression: string): string | undefined {
  const fields = expression.trim().split(/\s+/);
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = ''] = fields;
  if (fields.length !== 5 || month !== '*') return undefined;
  const isAnyDay = dayOfMonth === '*' && dayOfWeek === '*';
  const everyMinutes = minute === '*' ? 1 : stepIn(minute, 60);
  if (everyMinutes !== undefined) {
    return hour === '*' && isAnyDay ? everyText(everyMinutes, 'minute') : undefined;
  }
  if (!isNumberUpTo(59, minute)) return undefined;
  const everyHours = hour === '*' ? 1 : stepIn(hour, 24);
  if (everyHours !== undefined) {
    return isAnyDay ? `${everyText(everyHours, 'hour')} at :${minute.padStart(2, '0')}` : undefined;
  }
  const times = timesText(hour, minute);
  if (times === undefined) return undefined;
  const days =
    dayOfMonth === '*' ? cronDays(dayOfWeek) : dayOfWeek === '*' ? monthDay(dayOfMonth) : undefined;
  return days === undefined ? undefined : `${days} ${times}`;
}

function cronDays(field: string): string | undefined {
  if (field === '*') return 'daily';
  const days: number[] = [];
  for (const part of field.split(',')) {
    const [from = '', to = from, ...rest] = part.split('-');
    if (rest.length > 0 || !CRON_DAYS.test(from) || !CRON_DAYS.test(to)) return undefined;
    // The name of Sunday is 0 at the start of a range, and 7 at its end.
    const last = /^sun$/i.test(to) && cronDay(from) > 0 ? 7 : cronDay(to);
    if (last < cronDay(from)) return undefined;
    for (let day = cronDay(from); day <= last; day++) days.push(day % 7);
  }
  return daysText(days);
}

function cronDay(text: string): number {
  const named = DAYS.findIndex(day => day.toLowerCase() === text.toLowerCase());
  return named === -1 ? Number(text) : named;
}

const UNITS: Readonly<Record<string, string>> = {
  HOURLY: 'hour',
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
};
const SAID_PARTS = ['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'BYHOUR', 'BYMINUTE', 'BYSECOND', 'WKST'];

function rruleText(rule: string): string | undefined {
  const pairs = rule
    .trim()
    .replace(/^RRULE:/i, '')
    .toUpperCase()
    .split(';')
    .filter(Boolean)
    .map(pair => pair.split('='));
  const parts = new Map(pairs.map(([name = '', value = '']) => [name, value]));
  const isSaid = pairs.every(([name = '', , ...rest]) => SAID_PARTS.includes(name) && rest.length === 0);
  if (!isSaid || parts.size < pairs.length) return undefined;
  const take = (name: string, otherwise = ''): string => parts.get(name) ?? otherwise;
  const unit = UNITS[take('FREQ')];
  const [byDay, byMonthDay, hours, minute] = [
    take('BYDAY'),
    take('BYMONTHDAY'),
    take('BYHOUR'),
    take('BYMINUTE', '0'),
  ];
  const every = Number(take('INTERVAL', '1'));
  // Weeks that start on Sunday differ only in which of them an interval counts.
  const isUsualWeek = every === 1 || take('WKST', 'MO') === 'MO';
  if (unit === undefined || !/^[1-9]\d{0,3}$/.test(take('INTERVAL', '1')) || !isUsualWeek) return undefined;
  if (!isNumberUpTo(0, take('BYSECOND', '0')) || !isNumberUpTo(59, minute)) return undefined;
  if (unit === 'hour') {
    const isEveryDay = hours === '' && byDay === '' && byMonthDay === '';
    return isEveryDay ? `${everyText(every, unit)} at :${minute.padStart(2, '0')}` : undefined;
  }
  const times = timesText(hours, minute);
  const days = times === undefined ? undefined : rruleDays(unit, every, byDay, byMonthDay);
  return days === undefined ? undefined : `${days} ${times}`;
}

function rruleDays(unit: string, every: number, byDay: string, byMonthDay: string): string | undefined {
  if (unit === 'month') return byDay === '' && every === 1 ? monthDay(byMonthDay) : undefined;
  const numbers = byDay === '' ? [] : byDay.split(',').map(day => RRULE_DAYS.indexOf(day));
  if (byMonthDay !== '' || numbers.includes(-1)) return undefined;
  const named = numbers.length > 0 ? daysText(numbers) : undefined;
  if (every > 1) return [everyText(every, unit), named].filter(part => part !== undefined).join(' on ');
  return named ?? (unit === 'day' ? 'daily' : 'weekly');
}

function daysText(days: readonly number[]): string {
  const sorted = [...new Set(days)].toSorted((one, other) => ((one + 6) % 7) - ((other + 6) % 7));
  const key = sorted.join('');
  if (key === '1234560') return 'daily';
  if (key === '12345') return 'weekdays';
  if (key === '60') return 'weekends';
  return sorted.map(day => DAYS[day]).join(', ');
}

function monthDay(text: string): string | undefined {
  return isNumberUpTo(31, text) && Number(text) > 0 ? `monthly on day ${Number(text)},` : undefined;
}

function everyText(count: number, unit: string): string {
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
}

function clock(hour: number, minute: number): string {
  return `${hour}:${String(minute).padStart(2, '0')}`;
}

function timesText(hours: string, minute: string): string | undefined {
  const list = hours.split(',');
  const isFine = list.length <= 3 && list.every(hour => isNumberUpTo(23, hour)) && isNumberUpTo(59, minute);
  return isFine ? list.map(hour => clock(Number(hour), Number(minute))).join(', ') : undefined;
}

// Other steps start again at every full hour or day, so “every 7 minutes” would not be true.
function stepIn(text: string, whole: number): number | undefined {
  const step = Number(/^\*\/(\d{1,2})$/.exec(text)?.[1]);
  return step > 0 && whole % step === 0 ? step : undefined;
}

function isNumberUpTo(greatest: number, text: string): boolean {
  return /^\d{1,2}$/.test(text) && Number(text) <= greatest;
}

function short(text: string): string {
  return text.length > MAX_RULE ? `${text.slice(0, MAX_RULE - 1)}…` : text;
}
