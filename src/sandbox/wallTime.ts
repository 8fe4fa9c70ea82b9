/** Milliseconds that a time zone is ahead of UTC at a moment; the zone is an IANA name. */
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
  const part = (type: string): number => Number(parts.find(one => one.type === type)?.value);
  const day = Date.UTC(part('year'), part('month') - 1, part('day'));
  const wall = day + ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1000;
  return wall - Math.floor(moment / 1000) * 1000;
}

/** What clocks of a time zone show at a moment, as the moment at which clocks in UTC show the same. */
export function wallTime(timeZone: string, moment: number): number {
  return moment + offsetMs(timeZone, moment);
}

/**
 * The moment at which clocks of a time zone show a wall time; of a time that is shown twice the first, of one
 * that is left out the moment when clocks move on.
 */
export function momentOf(timeZone: string, wall: number): number {
  const before = wall - offsetMs(timeZone, wall - DAY_MS);
  const after = wall - offsetMs(timeZone, wall + DAY_MS);
  const fitting = [before, after].filter(moment => wallTime(timeZone, moment) === wall);
  return fitting.length > 0 ? Math.min(...fitting) : Math.max(before, after);
}

const DAY_MS = 86_400_000;

/** Whether a text names a time zone. */
export function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
