const MINUTE_MS = 60_000;

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, ms: number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', MINUTE_MS],
  ['second', 1000],
];

/**
 * A moment in words relative to another, such as “3 min. ago”; both in milliseconds since 1970. Seconds are not
 * counted, so that the words stay true until they are said anew.
 */
export function relativeTime(moment: number, now: number): string {
  const distance = moment - now;
  if (Math.abs(distance) >= MINUTE_MS) return tickingTime(moment, now);
  return distance > 0 ? 'in less than 1 min.' : 'just now';
}

/** The same with seconds, such as “42 sec. ago”, for what is drawn anew every second. */
export function tickingTime(moment: number, now: number): string {
  const distance = moment - now;
  const [unit, ms] = STEPS.find(([, size]) => Math.abs(distance) >= size) ?? ['second', 1000];
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
  return format.format(Math.trunc(distance / ms), unit);
}

/** What `relativeTime` says of a timestamp of the service; one that cannot be read is shown as it is. */
export function relativeTimestamp(timestamp: string, now: number): string {
  const moment = Date.parse(timestamp);
  return Number.isNaN(moment) ? timestamp : relativeTime(moment, now);
}
