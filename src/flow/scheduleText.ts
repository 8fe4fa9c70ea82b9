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
  if (type === 'once') return typeof dateTime === 'string' ? onceText(dateTime) : '';
  const zone = timezone == null || timezone === '' ? '' : ` (${timezone.slice(0, MAX_RULE)})`;
  if (typeof expression === 'string') return `${cronText(expression) ?? `cron ${short(expression)}`}${zone}`;
  if (typeof rrule === 'string') return `${rruleText(rrule) ?? short(rrule)}${zone}`;
  return '';
}

function onceText(dateTime: string): string {
  const date = new Date(dateTime);
  if (Number.isNaN(date.getTime())) return `once, ${short(dateTime)}`;
  const day = date.toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'medium' });
  return `once on ${day} ${clock(date.getUTCHours(), date.getUTCMinutes())} UTC`;
}

function cronText(expression: string): string | undefined {
  const fields = expression.trim().split(/\s+/);
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = ''] = fields;
  if (fields.length !== 5 || month !== '*') return undefined;
  const isAnyDay = dayOfMonth === '*' && dayOfWeek === '*';
  const everyMinutes = minute === '*' ? 1 : numberIn(/^\*\/(\d+)$/, minute);
  if (everyMinutes !== undefined) {
    return hour === '*' && isAnyDay ? everyText(everyMinutes, 'minute') : undefined;
  }
  const at = numberIn(/^(\d+)$/, minute);
  if (at === undefined) return undefined;
  const everyHours = hour === '*' ? 1 : numberIn(/^\*\/(\d+)$/, hour);
  if (everyHours !== undefined) {
    return isAnyDay ? `${everyText(everyHours, 'hour')} at :${String(at).padStart(2, '0')}` : undefined;
  }
  if (!/^\d+(?:,\d+){0,2}$/.test(hour)) return undefined;
  const times = hour.split(',').map(one => clock(Number(one), at));
  const days =
    dayOfMonth === '*' ? cronDays(dayOfWeek) : dayOfWeek === '*' ? monthDay(dayOfMonth) : undefined;
  return days === undefined ? undefined : `${days} ${times.join(', ')}`;
}

function cronDays(field: string): string | undefined {
  if (field === '*') return 'daily';
  const days: number[] = [];
  for (const part of field.split(',')) {
    const [from = '', to = from, ...rest] = part.split('-');
    if (rest.length > 0 || !CRON_DAYS.test(from) || !CRON_DAYS.test(to)) return undefined;
    for (let day = cronDay(from); day <= cronDay(to); day++) days.push(day % 7);
  }
  return daysText(days);
}

function cronDay(text: string): number {
  const named = DAYS.findIndex(day => day.toLowerCase() === text.toLowerCase());
  return named === -1 ? Number(text) : named;
}

function rruleText(rule: string): string | undefined {
  const pairs = rule.replace(/^RRULE:/i, '').split(';');
  const parts = new Map(pairs.map(pair => [pair.split('=')[0]?.toUpperCase(), pair.split('=')[1] ?? '']));
  const { known, isWhole } = rruleParts(parts);
  if (!isWhole) return undefined;
  const { freq, interval, byDay, byMonthDay, hours, minute } = known;
  const unit = { HOURLY: 'hour', DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month' }[freq];
  if (unit === undefined || !/^[1-9]\d{0,3}$/.test(interval)) return undefined;
  const every = Number(interval);
  if (unit === 'hour') {
    return hours === '' && byDay === ''
      ? `${everyText(every, unit)} at :${minute.padStart(2, '0')}`
      : undefined;
  }
  if (!/^\d+(?:,\d+){0,2}$/.test(hours) || !/^\d+$/.test(minute)) return undefined;
  const times = hours.split(',').map(one => clock(Number(one), Number(minute)));
  const numbers = byDay === '' ? [] : byDay.split(',').map(day => RRULE_DAYS.indexOf(day));
  if (numbers.includes(-1)) return undefined;
  const named = numbers.length > 0 ? daysText(numbers) : undefined;
  const days =
    unit === 'month'
      ? byMonthDay !== '' && every === 1
        ? monthDay(byMonthDay)
        : undefined
      : every > 1
        ? [everyText(every, unit), named].filter(part => part !== undefined).join(' on ')
        : (named ?? (unit === 'day' ? 'daily' : 'weekly'));
  return days === undefined ? undefined : `${days} ${times.join(', ')}`;
}

function rruleParts(parts: ReadonlyMap<string | undefined, string>) {
  const take = (name: string, otherwise = ''): string => parts.get(name) ?? otherwise;
  const understood = [
    ...['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'BYHOUR', 'BYMINUTE', 'BYSECOND', 'WKST'],
    ...['COUNT', 'UNTIL'],
  ];
  return {
    isWhole: [...parts.keys()].every(name => name === '' || understood.includes(name ?? '')),
    known: {
      freq: take('FREQ').toUpperCase(),
      interval: take('INTERVAL', '1'),
      byDay: take('BYDAY').toUpperCase(),
      byMonthDay: take('BYMONTHDAY'),
      hours: take('BYHOUR'),
      minute: take('BYMINUTE', '0'),
    },
  };
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
  return /^\d{1,2}$/.test(text) ? `monthly on day ${Number(text)},` : undefined;
}

function everyText(count: number, unit: string): string {
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
}

function clock(hour: number, minute: number): string {
  return `${hour}:${String(minute).padStart(2, '0')}`;
}

function numberIn(pattern: RegExp, text: string): number | undefined {
  const [, digits] = pattern.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

function short(text: string): string {
  return text.length > MAX_RULE ? `${text.slice(0, MAX_RULE - 1)}…` : text;
}
