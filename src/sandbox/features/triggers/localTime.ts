import { momentOf } from '../../runtime/wallTime.ts';

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(\.\d{1,9})?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * Reads an ISO 8601 date and time, in milliseconds since 1970. A time without an offset is local in the time zone.
 * Undefined if the text is something else or a day that does not exist.
 */
export function readLocalTime(text: string, timeZone: string): number | undefined {
  const [, day, time = '00:00', seconds = ':00', fraction = '', offset] = ISO.exec(text.trim()) ?? [];
  if (day === undefined) return undefined;
  const written = `${day}T${time}${seconds}`;
  const wall = readWallTime(written, fraction.slice(0, 4));
  if (wall === undefined) return undefined;
  if (offset === undefined) return momentOf(timeZone, wall);
  if (/z/i.test(offset)) return wall;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(':', ''));
  if (hours > 23 || minutes > 59) return undefined;
  return wall - (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/**
 * Reads a day and a time such as `2027-02-28T09:00:00` as if it were UTC, in milliseconds since 1970. Undefined for a day
 * or a time that does not exist.
 */
export function readWallTime(written: string, fraction = ''): number | undefined {
  const wall = Date.parse(`${written}${fraction}Z`);
  // JavaScript reads February 30 as March 2.
  return Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(written) ? undefined : wall;
}
