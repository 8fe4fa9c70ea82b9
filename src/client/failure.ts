import type { ErrorModel } from '../contract/operation.ts';
import type { AnyOperationId } from '../contract/sandboxOperations.ts';

/**
 * The reason why a call failed. `refused` is an error response of the service in one of its formats; the other kinds
 * tell why no such response arrived or could be read.
 */
export type Failure =
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly body: ErrorModel;
      /** The error code or mailbox reason, if any; unknown ones are kept. */
      readonly code: string | undefined;
      /** The type of the problem in the device error model, such as `urn:problem:screen_off`. */
      readonly problemType?: string;
      /** The human-readable message of the service. */
      readonly message: string;
      /** The errors listed by the device error model or in `details`, as `location: message`. */
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
      /** The response headers exceeded the limit, so there is no status. */
      readonly kind: 'headersTooLarge';
      readonly limitBytes: number;
    }
  | { readonly kind: 'redirected'; readonly status: number }
  /** A linked address could not be read. The status is its own, or that of the redirect if it must not be read. */
  | { readonly kind: 'linked'; readonly status: number }
  | { readonly kind: 'connectionRefused' }
  | {
      /** The proxy did not connect to the service: its status, the code of the network error, and a sentence about it. */
      readonly kind: 'proxy';
      readonly proxyStatus: number | undefined;
      readonly code: string | undefined;
      readonly sentence: string;
    }
  | { readonly kind: 'unknownHost'; readonly host: string }
  | { readonly kind: 'tls'; readonly code: string }
  | { readonly kind: 'timeout'; readonly ms: number }
  | { readonly kind: 'connectionLost'; readonly code: string | undefined }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'missingKey' }
  /** A call that does more than read, in an untrusted workspace. */
  | { readonly kind: 'restricted' }
  | {
      /** A response that breaks the contract; `readable` is the part that could be read. */
      readonly kind: 'contract';
      readonly status: number;
      readonly field: string;
      readonly expected: string;
      readonly readable: unknown;
    }
  | { readonly kind: 'invalidRequest'; readonly field: string; readonly problem: string };

/** The context of a failed call, apart from its cause. */
export interface FailureContext {
  readonly operation: AnyOperationId;
  readonly traceId: string | undefined;
  /** The wait that the service asks for, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** True if the same call may succeed later. */
  readonly retryable: boolean;
}

/** A failed call. The message is for logs; the UI builds its text from `failure`. */
export class ApiError extends Error implements FailureContext {
  readonly failure: Failure;
  readonly operation: AnyOperationId;
  readonly traceId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly retryable: boolean;

  constructor(failure: Failure, context: FailureContext, cause?: unknown) {
    super(
      `${context.operation} failed: ${describeFailure(failure)}`,
      cause === undefined ? undefined : { cause },
    );
    this.name = 'ApiError';
    this.failure = failure;
    this.operation = context.operation;
    this.traceId = context.traceId;
    this.retryAfterMs = context.retryAfterMs;
    this.retryable = context.retryable;
  }

  /** The HTTP status of the response, if there was one. */
  get status(): number | undefined {
    return 'status' in this.failure ? this.failure.status : undefined;
  }
}

function describeFailure(failure: Failure): string {
  switch (failure.kind) {
    case 'refused':
      return `${failure.status} ${failure.code ?? ''} ${failure.message}`.replaceAll(/\s+/g, ' ');
    case 'contract':
      return `the reply breaks the contract at ${failure.field}: ${failure.expected}`;
    case 'invalidRequest':
      return `${failure.field}: ${failure.problem}`;
    default:
      return 'status' in failure ? `${failure.kind} (${failure.status})` : failure.kind;
  }
}

/** Returns the error response that made a call fail; undefined for any other error. */
export function refusalOf(error: unknown): Extract<Failure, { readonly kind: 'refused' }> | undefined {
  return error instanceof ApiError && error.failure.kind === 'refused' ? error.failure : undefined;
}

/** Returns true if a call failed for a reason that may pass, so that the same call may succeed later. */
export function mayPass(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.retryable || gotNoAnswer(error));
}

const UNREACHED: readonly string[] = [
  'connectionRefused',
  'proxy',
  'connectionLost',
  'unknownHost',
  'timeout',
  'tls',
];

/** Returns true if a call failed because the service could not be reached, so a retry may succeed. */
export function gotNoAnswer(error: Error): boolean {
  return error instanceof ApiError && UNREACHED.includes(error.failure.kind);
}
