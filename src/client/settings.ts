import type { Dispatcher } from 'undici';
import type { Exchange } from './exchange.ts';

/** What a client needs to know and may ask its surroundings for. */
export interface ClientSettings {
  /** Absolute URL that ends with the version segment, without a slash at its end. */
  readonly baseUrl: string;
  /** Read for every request, so that a new key counts at once and no copy is kept. */
  readonly key: () => Promise<string | undefined>;
  readonly dispatcher: Dispatcher;
  readonly userAgent?: string | undefined;
  /** Asked before each call: where it answers true, calls that do more than read are refused and not sent. */
  readonly isRestricted?: (() => boolean) | undefined;
  /** Longest wait before a retry that a service may ask for, in milliseconds; 60,000 unless given. */
  readonly longestWaitMs?: number | undefined;
  /** Told about every attempt. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
  /** Waits before a retry; tests put in their own. */
  readonly wait?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
  /** Random number from 0 to 1 for the jitter of waits. */
  readonly random?: (() => number) | undefined;
}
