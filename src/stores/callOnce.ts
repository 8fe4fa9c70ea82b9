import { randomUUID } from 'node:crypto';
import { mayHaveTakenEffect } from '../client/takenEffect.ts';

/** The maximum number of intents without a definite answer that are remembered. */
const MAX_INTENTS = 100;

/** The time after which the same call is meant to act again, in milliseconds. */
const LIFETIME_MS = 10 * 60_000;

const keysByIntent = new Map<string, { readonly key: string; readonly until: number }>();

/**
 * Makes a call with an idempotency key: that of an earlier call with the same intent of which nobody knows whether it took
 * effect, for ten minutes, and otherwise a new one. The intent is everything that the call depends on, also its connection.
 */
export async function callOnce<T>(
  intent: readonly unknown[],
  call: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  const id = JSON.stringify(intent);
  const known = keysByIntent.get(id);
  const key = known && Date.now() < known.until ? known.key : randomUUID();
  // The same call at the same time is another intent.
  keysByIntent.delete(id);
  try {
    return await call(key);
  } catch (error) {
    if (mayHaveTakenEffect(error)) keysByIntent.set(id, { key, until: Date.now() + LIFETIME_MS });
    const [oldest] = keysByIntent.keys();
    if (keysByIntent.size > MAX_INTENTS && oldest !== undefined) keysByIntent.delete(oldest);
    throw error;
  }
}
