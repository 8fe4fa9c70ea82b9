import type { Method } from '../contract/operation.ts';
import type { OperationId } from '../contract/operations.ts';
import type { SandboxOperationId } from '../contract/sandboxOperations.ts';
import type { Failure } from './failure.ts';

/** One attempt of one request, as logs and the list of recent requests show it: no key, no bodies. */
export interface Exchange {
  readonly operation: OperationId | SandboxOperationId;
  readonly method: Method;
  /** Path with query below the base URL. */
  readonly path: string;
  readonly status: number | undefined;
  readonly ms: number;
  readonly traceId: string | undefined;
  /** Counted from 1. */
  readonly attempt: number;
  readonly failure: Failure['kind'] | undefined;
}
