import type { OperationId } from '../contract/operations.ts';
import type { SandboxOperationId } from '../contract/sandboxOperations.ts';

/** The error bodies of the interface, by the name of their form (spec 7.1). */
export type ErrorBody = 'api' | 'mailbox' | 'device' | 'flow' | 'plain';

/**
 * Why a call failed: a closed union by `kind`. `refused` is an answer of the service in one of its error
 * bodies; the others tell apart what kept such an answer from coming or from being understood.
 */
export type Failure =
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly body: ErrorBody;
      /** Code or mailbox reason where the body has one; unknown ones are kept. */
      readonly code: string | undefined;
      /** What the service says for people. */
      readonly message: string;
      /** Places named by the device error model or by details, as `location: message`. */
      readonly problems: readonly string[];
    }
  | {
      readonly kind: 'notJson';
      readonly status: number;
      readonly mediaType: string;
      readonly excerpt: string;
    }
  | { readonly kind: 'emptyBody'; readonly status: number }
  | { readonly kind: 'cutOff'; readonly status: number }
  | { readonly kind: 'tooLarge'; readonly status: number; readonly limitBytes: number }
  | {
      /** The headers of an answer, which therefore has no status, are larger than is read. */
      readonly kind: 'headersTooLarge';
      readonly limitBytes: number;
    }
  | { readonly kind: 'redirected'; readonly status: number }
  | { readonly kind: 'connectionRefused' }
  | { readonly kind: 'unknownHost'; readonly host: string }
  | { readonly kind: 'tls'; readonly code: string }
  | { readonly kind: 'timeout'; readonly ms: number }
  | { readonly kind: 'connectionLost'; readonly code: string | undefined }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'missingKey' }
  /** A call that does more than read, in a workspace that is not trusted. */
  | { readonly kind: 'restricted' }
  | {
      /** A reply that breaks the contract; `readable` is what of it could be read. */
      readonly kind: 'contract';
      readonly status: number;
      readonly field: string;
      readonly expected: string;
      readonly readable: unknown;
    }
  | { readonly kind: 'invalidRequest'; readonly field: string; readonly problem: string };

/** What every failed call tells besides its cause. */
export interface FailureContext {
  readonly operation: OperationId | SandboxOperationId;
  readonly traceId: string | undefined;
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
}

/** A failed call. The message is for logs; people read what the host words from `failure`. */
export class ApiError extends Error implements FailureContext {
  readonly failure: Failure;
  readonly operation: OperationId | SandboxOperationId;
  readonly traceId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly retryable: boolean;

  constructor(failure: Failure, context: FailureContext, cause?: unknown) {
    super(`${context.operation} failed: ${describe(failure)}`, cause === undefined ? undefined : { cause });
    this.name = 'ApiError';
    this.failure = failure;
    this.operation = context.operation;
    this.traceId = context.traceId;
    this.retryAfterMs = context.retryAfterMs;
    this.retryable = context.retryable;
  }

  /** HTTP status of the answer, where one came. */
  get status(): number | undefined {
    return 'status' in this.failure ? this.failure.status : undefined;
  }
}

function describe(failure: Failure): string {
  switch (failure.kind) {
    case 'refused':
      return `${failure.status} ${failure.code ?? ''} ${failure.message}`.replaceAll(/\s+/g, ' ');
    case 'contract':
      return `the reply breaks the contract at ${failure.field}: ${failure.expected}`;
    case 'invalidRequest':
      return `${failure.field}: ${failure.problem}`;
    case 'notJson':
    case 'emptyBody':
    case 'cutOff':
    case 'tooLarge':
    case 'redirected':
      return `${failure.kind} (${failure.status})`;
    case 'headersTooLarge':
    case 'connectionRefused':
    case 'unknownHost':
    case 'tls':
    case 'timeout':
    case 'connectionLost':
    case 'cancelled':
    case 'missingKey':
    case 'restricted':
      return failure.kind;
  }
}
