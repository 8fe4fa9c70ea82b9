const MINUTE_MS = 60_000;

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, ms: number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', MINUTE_MS],
  ['second', 1000],
];

/**
 * Formats a time relative to another, such as “3 min. ago”; both in milliseconds since 1970. Seconds are not counted,
 * so that the text stays true until the next update.
 */
export function relativeTime(moment: number, now: number): string {
  const distance = moment - now;
  if (Math.abs(distance) >= MINUTE_MS) return tickingTime(moment, now);
  return distance > 0 ? 'in less than 1 min.' : 'just now';
}

/** Like `relativeTime`, but with seconds, such as “42 sec. ago”, for text updated every second. */
export function tickingTime(moment: number, now: number): string {
  const distance = moment - now;
  const [unit, ms] = STEPS.find(([, size]) => Math.abs(distance) >= size) ?? ['second', 1000];
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
  return format.format(Math.trunc(distance / ms), unit);
}

/** Formats a timestamp from the service with `relativeTime`; returns an unparseable one unchanged. */
export function relativeTimestamp(timestamp: string, now: number): string {
  const moment = Date.parse(timestamp);
  return Number.isNaN(moment) ? timestamp : relativeTime(moment, now);
}
