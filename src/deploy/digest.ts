import { createHash } from 'node:crypto';

/** Returns the digest of a text or of bytes in the form that links store: the first 128 bits of SHA-256 in hex. */
export function digest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}
