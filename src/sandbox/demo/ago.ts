const MINUTE_MS = 60_000;

/** Returns the time a number of minutes before `now` (milliseconds since 1970) in ISO 8601 format. */
export function minutesAgo(now: number, minutes: number): string {
  return new Date(now - minutes * MINUTE_MS).toISOString();
}

/** Returns the time a number of days before `now` in ISO 8601 format. */
export function daysAgo(now: number, days: number): string {
  return minutesAgo(now, days * 24 * 60);
}
