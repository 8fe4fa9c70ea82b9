import type { Method } from '../contract/operation.ts';
import type { AnyOperationId } from '../contract/sandboxOperations.ts';
import type { Failure } from './failure.ts';

/** One attempt of a request, as shown in logs and the list of recent requests; contains no key and no bodies. */
export interface Exchange {
  readonly operation: AnyOperationId;
  readonly method: Method;
  /** The path and query, relative to the base URL. */
  readonly path: string;
  readonly status: number | undefined;
  readonly ms: number;
  readonly traceId: string | undefined;
  /** The number of the attempt, starting at 1. */
  readonly attempt: number;
  readonly failure: Failure['kind'] | undefined;
}
