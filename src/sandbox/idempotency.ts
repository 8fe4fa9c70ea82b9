import { createHash } from 'node:crypto';

/** The id under which a call with an idempotency key is remembered: keys may be anything, and letter case counts. */
export function intentId(operation: string, key: string): string {
  return createHash('sha256').update(`${operation}:${key}`).digest('hex');
}

/** A fingerprint of a request's body, whatever the order of its fields. */
export function bodyHash(body: object): string {
  const entries = Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(entries)).digest('hex');
}
