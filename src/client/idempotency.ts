import { IDEMPOTENCY_KEY_PATTERN } from '../contract/limits.ts';

/** A new idempotency key: one for each intent, reused on every retry of it (spec 4.1). */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}

/** Whether a text can be an idempotency key: 1 to 255 printable ASCII characters (spec 4.1). */
export function isIdempotencyKey(text: string): boolean {
  return IDEMPOTENCY_KEY_PATTERN.test(text);
}
