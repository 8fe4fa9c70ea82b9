import { createHash } from 'node:crypto';

/** Returns the digest of a text in the form that links store: the first 128 bits of SHA-256 in hex. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
