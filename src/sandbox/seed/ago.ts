const MINUTE_MS = 60_000;

/** The moment so many minutes before `now` (milliseconds since 1970) as ISO 8601 text. */
export function minutesAgo(now: number, minutes: number): string {
  return new Date(now - minutes * MINUTE_MS).toISOString();
}

/** The moment so many days before `now` as ISO 8601 text. */
export function daysAgo(now: number, days: number): string {
  return minutesAgo(now, days * 24 * 60);
}
