import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares a text with a secret one in constant time, whatever their lengths. */
export function isSameText(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
