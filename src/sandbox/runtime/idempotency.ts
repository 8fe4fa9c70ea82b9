import { createHash } from 'node:crypto';
import type { Store } from '../store/store.ts';
import type { StoredIntent } from '../store/stored.ts';
import { timestamp } from './clock.ts';
import { HandlerReply } from './handler.ts';
import { Refusal } from './refusal.ts';
import type { Service } from './service.ts';

/**
 * Returns the ID under which a call with an idempotency key is stored: a hash, because keys are arbitrary and
 * case-sensitive.
 */
export function intentId(operation: string, key: string): string {
  return createHash('sha256').update(`${operation}:${key}`).digest('hex');
}

/**
 * Returns an earlier call with the same key. `what` names what the call creates.
 * Throws a 422 Refusal if the earlier call had another body.
 */
export function findIntent(
  store: Store,
  operation: string,
  key: string,
  body: object,
  what: string,
): StoredIntent | undefined {
  const intent = store.intents.get(intentId(operation, key));
  if (!intent || intent.bodyHash === bodyHash(body)) return intent;
  const message = `This idempotency key was used with another body; use a new key for a new ${what}.`;
  throw new Refusal(422, 'idempotency_key_reused', message);
}

/** Creates the record of a call that is in progress. */
export function newIntent({ clock }: Service, operation: string, key: string, body: object): StoredIntent {
  const id = intentId(operation, key);
  return { id, createdAt: timestamp(clock), bodyHash: bodyHash(body), state: 'inFlight', resultId: null };
}

/** The parts of a call that identify it. */
interface KeyedCall {
  readonly params: object;
  readonly headers: { readonly 'idempotency-key'?: string | undefined };
  readonly body: object | undefined;
}

/**
 * Answers a call, and a repetition with its idempotency key with the first answer. Throws a 422 Refusal if the first call
 * with the key was another one.
 */
export function answerOnce<T>(
  service: Service,
  operation: string,
  { params, headers, body }: KeyedCall,
  answer: () => T,
): T | HandlerReply<T> {
  const key = headers['idempotency-key'];
  if (key === undefined) return answer();
  const content = { ...body, ...params };
  const earlier = findIntent(service.store, operation, key, content, 'request');
  if (earlier) return new HandlerReply(earlier.answer as T, { 'idempotent-replayed': 'true' });
  const given = answer();
  service.store.intents.put({ ...newIntent(service, operation, key, content), state: 'done', answer: given });
  return given;
}

/** Returns a hash of a request body, regardless of the order of its top-level fields. */
function bodyHash(body: object): string {
  const entries = Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(entries)).digest('hex');
}
