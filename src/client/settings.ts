import type { Dispatcher } from 'undici';
import type { Exchange } from './exchange.ts';

/** The settings and dependencies of a client. */
export interface ClientSettings {
  /** An absolute URL that ends with the version segment, without a trailing slash. */
  readonly baseUrl: string;
  /** Read for every request, so that a new key applies immediately and no copy is kept. */
  readonly key: () => Promise<string | undefined>;
  /** True if requests are sent without a key, to find out whether a service responds; `key` is never read. */
  readonly isKeyless?: boolean | undefined;
  readonly dispatcher: Dispatcher;
  readonly userAgent?: string | undefined;
  /** Called before each call that does more than read; if it returns true, the call is rejected without being sent. */
  readonly isRestricted?: (() => boolean) | undefined;
  /** The maximum wait before a retry that the service may ask for, in milliseconds; 60,000 by default. */
  readonly maxWaitMs?: number | undefined;
  /** Called after every attempt. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
  /** Waits before a retry; tests replace it. */
  readonly wait?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
  /** Returns a random number from 0 to 1 for the jitter of waits. */
  readonly random?: (() => number) | undefined;
}
