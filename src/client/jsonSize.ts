import { BACKSLASH, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE } from '../util/jsonCodes.ts';

/**
 * Tells whether a body of JSON has more values than so many, without parsing it: a few megabytes of text can hold more
 * than should ever be built from it. A small body is not looked through, since each value takes two bytes.
 */
export function hasMoreValues(bytes: Uint8Array, most: number): boolean {
  if (bytes.length <= 2 * most) return false;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let values = 0;
  let at = 0;
  while (at < buffer.length && values <= most) {
    const byte = buffer[at++];
    if (byte === QUOTE) at = endOfText(buffer, at);
    else if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) values++;
  }
  return values > most;
}

// Most of a large body is long texts, in which a search is many times faster than a look at each byte.
function endOfText(buffer: Buffer, start: number): number {
  for (let end = buffer.indexOf(QUOTE, start); end !== -1; end = buffer.indexOf(QUOTE, end + 1)) {
    let first = end;
    while (first > start && buffer[first - 1] === BACKSLASH) first--;
    if ((end - first) % 2 === 0) return end + 1;
  }
  return buffer.length;
}

/** Tells whether lists and objects of a parsed value lie in one another deeper than so many levels. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (const inner of value as readonly unknown[]) if (isDeep(levels, inner)) return true;
    return false;
  }
  // A list of the values would take most of the time.
  for (const name in value)
    if (isDeep(levels, (value as Readonly<Record<string, unknown>>)[name])) return true;
  return false;
}

// Most values are none that lie deeper, and need no call.
function isDeep(levels: number, inner: unknown): boolean {
  return typeof inner === 'object' && inner !== null && isDeeperThan(levels - 1, inner);
}
