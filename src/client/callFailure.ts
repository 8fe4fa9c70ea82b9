import type { Failure } from './failure.ts';

/** The reason why a call failed, without context; `call` adds the context and decides on retries. */
export class CallFailure extends Error {
  readonly failure: Failure;
  readonly traceId: string | undefined;
  /** The wait that the error body asks for, in milliseconds. */
  readonly waitMs: number | undefined;

  constructor(failure: Failure, details: { cause?: unknown; traceId?: string; waitMs?: number } = {}) {
    super(failure.kind, details.cause === undefined ? undefined : { cause: details.cause });
    this.failure = failure;
    this.traceId = details.traceId;
    this.waitMs = details.waitMs;
  }
}

/** Returns the failure for a part of a response that breaks the contract, with nothing usable in it. */
export function contractFailure(
  status: number,
  field: string,
  expected: string,
  cause?: unknown,
): CallFailure {
  return new CallFailure({ kind: 'contract', status, field, expected, readable: undefined }, { cause });
}
