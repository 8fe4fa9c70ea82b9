import type { Failure } from './failure.ts';

/** The reason a call fails, thrown by whoever found it; the call adds the context and decides on retrying. */
export class CallFailure extends Error {
  readonly failure: Failure;
  readonly traceId: string | undefined;
  /** Wait that the error body names, in milliseconds. */
  readonly waitMs: number | undefined;

  constructor(failure: Failure, more: { cause?: unknown; traceId?: string; waitMs?: number } = {}) {
    super(failure.kind, more.cause === undefined ? undefined : { cause: more.cause });
    this.failure = failure;
    this.traceId = more.traceId;
    this.waitMs = more.waitMs;
  }
}

/** The failure for a part of an answer that breaks the contract and of which nothing can be used. */
export function unusable(status: number, field: string, expected: string, cause?: unknown): CallFailure {
  return new CallFailure({ kind: 'contract', status, field, expected, readable: undefined }, { cause });
}
