import { randomUUID } from 'node:crypto';
import { mayHaveTakenEffect } from '../client/takenEffect.ts';

/** The maximum number of intents without a definite answer that are remembered. */
const MAX_INTENTS = 100;

const keysByIntent = new Map<string, string>();

/**
 * Makes a call with an idempotency key: that of an earlier call with the same intent of which nobody knows whether it took
 * effect, and otherwise a new one. The intent is everything that the call depends on, also its connection.
 */
export async function callOnce<T>(
  intent: readonly unknown[],
  call: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  const id = JSON.stringify(intent);
  const key = keysByIntent.get(id) ?? randomUUID();
  // The same call at the same time is another intent.
  keysByIntent.delete(id);
  try {
    return await call(key);
  } catch (error) {
    if (mayHaveTakenEffect(error)) keysByIntent.set(id, key);
    const [oldest] = keysByIntent.keys();
    if (keysByIntent.size > MAX_INTENTS && oldest !== undefined) keysByIntent.delete(oldest);
    throw error;
  }
}
