import { createHash } from 'node:crypto';

/**
 * Returns the ID under which a call with an idempotency key is stored: a hash, because keys are arbitrary and
 * case-sensitive.
 */
export function intentId(operation: string, key: string): string {
  return createHash('sha256').update(`${operation}:${key}`).digest('hex');
}

/** Returns a hash of a request body, regardless of the order of its top-level fields. */
export function bodyHash(body: object): string {
  const entries = Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(entries)).digest('hex');
}
