/** Returns the offset of an IANA time zone from UTC at a time, in milliseconds. */
function offsetMs(timeZone: string, moment: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment);
  const part = (type: string): number => Number(parts.find(entry => entry.type === type)?.value);
  const day = Date.UTC(part('year'), part('month') - 1, part('day'));
  const wall = day + ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1000;
  return wall - Math.floor(moment / 1000) * 1000;
}

/** Returns the local time in a time zone, encoded as if it were UTC (milliseconds since 1970). */
export function wallTime(timeZone: string, moment: number): number {
  return moment + offsetMs(timeZone, moment);
}

/**
 * Converts a local time, as returned by `wallTime`, to the actual time: the first of the two for a time that occurs
 * twice, and the time of the clock change for one that is skipped.
 */
export function momentOf(timeZone: string, wall: number): number {
  const before = wall - offsetMs(timeZone, wall - DAY_MS);
  const after = wall - offsetMs(timeZone, wall + DAY_MS);
  const fitting = [before, after].filter(moment => wallTime(timeZone, moment) === wall);
  return fitting.length > 0 ? Math.min(...fitting) : Math.max(before, after);
}

const DAY_MS = 86_400_000;

/** Returns true if a text names a time zone. */
export function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
