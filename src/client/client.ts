import type { Dispatcher } from 'undici';
import { type Input, type OperationId, operationIds, type Output } from '../contract/operations.ts';
import { call } from './call.ts';
import type { Exchange } from './exchange.ts';

/** What a caller may say about one call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Sent where the operation takes one, and the same on every retry (spec 4.1). */
  readonly idempotencyKey?: string | undefined;
  /** Longest wait for the headers of one attempt, in milliseconds; 60,000 unless given. */
  readonly timeoutMs?: number | undefined;
}

/** A successful answer, checked against the contract. */
export interface Reply<T> {
  readonly value: T;
  readonly status: number;
  /** Header values by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the service answered an idempotency key it had seen before (spec 4.1). */
  readonly replayed: boolean;
  readonly traceId: string | undefined;
}

/** One method for each operation of the table; a failed call rejects with ApiError. */
export type Client = {
  readonly [Id in OperationId]: (input: Input<Id>, options?: CallOptions) => Promise<Reply<Output<Id>>>;
};

/** What a client needs to know and may ask its surroundings for. */
export interface ClientSettings {
  /** Absolute URL that ends with the version segment, without a slash at its end. */
  readonly baseUrl: string;
  /** Read for every request, so that a new key counts at once and no copy is kept. */
  readonly key: () => Promise<string | undefined>;
  readonly dispatcher: Dispatcher;
  readonly userAgent?: string | undefined;
  /** Longest wait before a retry that a service may ask for, in milliseconds; 60,000 unless given. */
  readonly longestWaitMs?: number | undefined;
  /** Told about every attempt. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
  /** Waits before a retry; tests put in their own. */
  readonly wait?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
  /** Random number from 0 to 1 for the jitter of waits. */
  readonly random?: (() => number) | undefined;
}

/** Makes a client whose methods follow from the table of operations. */
export function createClient(settings: ClientSettings): Client {
  const methods = operationIds.map(id => [
    id,
    (input: Input<OperationId>, options: CallOptions = {}) => call(settings, id, input, options),
  ]);
  return Object.fromEntries(methods) as Client;
}
