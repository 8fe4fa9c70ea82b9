import { BACKSLASH, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE } from '../util/jsonCodes.ts';

/**
 * Tells whether a body of JSON has more values than so many, without parsing it: a few megabytes of text can hold more
 * than should ever be built from it. A small body is not looked through, since each value takes two bytes.
 */
export function hasMoreValues(bytes: Uint8Array, most: number): boolean {
  if (bytes.length <= 2 * most) return false;
  let values = 0;
  let inText = false;
  let at = 0;
  while (at < bytes.length && values <= most) {
    const byte = bytes[at++];
    if (inText) {
      if (byte === QUOTE) inText = false;
      else if (byte === BACKSLASH) at++;
    } else if (byte === QUOTE) inText = true;
    else if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) values++;
  }
  return values > most;
}

/** Tells whether lists and objects of a parsed value lie in one another deeper than so many levels. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const inner of Object.values(value)) {
    // Most values are none, and need no call.
    if (typeof inner === 'object' && inner !== null && isDeeperThan(levels - 1, inner)) return true;
  }
  return false;
}
