/** What a caller may say about one call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Sent where the operation takes one, and the same on every retry (spec 4.1). */
  readonly idempotencyKey?: string | undefined;
  /** Longest wait for the headers of one attempt, in milliseconds; 60,000 unless given. */
  readonly timeoutMs?: number | undefined;
  /**
   * Longest time for the whole call with its retries, or for reading a stream, in milliseconds; unless given, five
   * minutes, fifteen where a device has to be ready, and six hours for a stream.
   */
  readonly deadlineMs?: number | undefined;
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
