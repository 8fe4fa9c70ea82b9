import { createHash } from 'node:crypto';

/** A text's digest as links keep it: 128 bits of SHA-256 in hex. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
