/** The options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Sent if the operation takes one; the same for every retry (spec 4.1). */
  readonly idempotencyKey?: string | undefined;
  /** True to make one attempt only. */
  readonly isOnce?: boolean | undefined;
  /** True if runs that the sandbox starts by this call, or by a trigger later, may call only this computer. */
  readonly isConfined?: boolean | undefined;
  /** True if a verification in the sandbox begins on the home screen, with apps that have no data. */
  readonly isFresh?: boolean | undefined;
  /** True if the evidence of a run in the sandbox has the screens of real phones after they have settled. */
  readonly settles?: boolean | undefined;
  /** The maximum wait for the headers of one attempt, in milliseconds; 60,000 by default. */
  readonly timeoutMs?: number | undefined;
  /**
   * The maximum time for the entire call with its retries, or for reading a stream, in milliseconds; by default five
   * minutes, fifteen if a device must be ready, and six hours for a stream.
   */
  readonly deadlineMs?: number | undefined;
}

/** A successful response, checked against the contract. */
export interface Reply<T> {
  readonly value: T;
  readonly status: number;
  /** Header values by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** True if the service had seen the idempotency key before (spec 4.1). */
  readonly replayed: boolean;
  readonly traceId: string | undefined;
}
