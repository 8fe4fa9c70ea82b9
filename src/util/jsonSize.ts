import { BACKSLASH, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE } from './jsonText.ts';

/**
 * Returns true if a JSON body has more than `most` values, counted without parsing it: a few megabytes can hold more
 * values than should be built. Skips small bodies, since each value takes at least two bytes.
 */
export function hasMoreValues(bytes: Uint8Array, most: number): boolean {
  if (bytes.length <= 2 * most) return false;
  let values = 0;
  let at = 0;
  while (at < bytes.length && values <= most) {
    const byte = bytes[at++];
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) values++;
  }
  return values > most;
}

// Large bodies consist mostly of long strings, where `indexOf` is much faster than checking each byte.
function endOfText(bytes: Uint8Array, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start); end !== -1; end = bytes.indexOf(QUOTE, end + 1)) {
    let first = end;
    while (first > start && bytes[first - 1] === BACKSLASH) first--;
    if ((end - first) % 2 === 0) return end + 1;
  }
  return bytes.length;
}

/** Returns true if arrays and objects in a parsed value are nested deeper than `levels`. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    for (const inner of items) if (isDeep(levels, inner)) return true;
    return false;
  }
  // `Object.values` would take most of the time.
  for (const name in value)
    if (isDeep(levels, (value as Readonly<Record<string, unknown>>)[name])) return true;
  return false;
}

// Most values are primitives and need no recursive call.
function isDeep(levels: number, inner: unknown): boolean {
  return typeof inner === 'object' && inner !== null && isDeeperThan(levels - 1, inner);
}
