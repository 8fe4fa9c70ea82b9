import { ApiError, type Failure } from './failure.ts';

/** The error that a relay answers with. */
export class RelayRefusal extends Error {
  readonly status: number;
  readonly code: string;
  /** The wait that the service asks for, in milliseconds. */
  readonly waitMs: number | undefined;

  constructor(status: number, code: string, message: string, waitMs?: number) {
    super(message);
    this.status = status;
    this.code = code;
    this.waitMs = waitMs;
  }
}

/** Returns an error that a relay answers with. */
export function refuse(status: number, code: string, message: string): RelayRefusal {
  return new RelayRefusal(status, code, message);
}

/** Returns the answer to a request that failed. `name` is that of the connection. */
export function toRelayRefusal(name: string, error: unknown): RelayRefusal {
  if (error instanceof RelayRefusal) return error;
  if (!(error instanceof ApiError)) return refuse(500, 'relay_failed', `“${name}” could not be called.`);
  const { failure, retryAfterMs } = error;
  if (failure.kind !== 'refused') return refuse(...noReply(name, failure));
  const { status, code, problemType, message } = failure;
  return new RelayRefusal(status, code ?? codeIn(problemType), message, retryAfterMs);
}

function codeIn(problemType = ''): string {
  return /[^:/#]*$/.exec(problemType)?.[0] ?? '';
}

type Unanswered = Exclude<Failure, { readonly kind: 'refused' }>;

function noReply(
  name: string,
  failure: Unanswered,
): readonly [status: number, code: string, message: string] {
  switch (failure.kind) {
    case 'missingKey':
      return [401, 'missing_key', `The API key of “${name}” is not stored on this computer. Sign in again.`];
    case 'restricted':
      return [403, 'restricted', `Trust the workspace to use the phones of “${name}”.`];
    case 'timeout':
      return [504, 'device_timeout', `“${name}” did not answer within ${failure.ms / 1000} seconds.`];
    case 'invalidRequest':
      return [400, 'invalid_request', `${failure.field}: ${failure.problem}.`];
    case 'contract':
      return [
        502,
        'unusable_reply',
        `The reply of “${name}” cannot be used: ${failure.field} ${failure.expected}.`,
      ];
    case 'tooLarge':
      return [502, 'unusable_reply', `The reply of “${name}” has more than ${failure.limitBytes} bytes.`];
    case 'notJson':
    case 'emptyBody':
    case 'linked':
      if (failure.status >= 400) return [failure.status, '', `“${name}” answered ${failure.status}.`];
      return [502, 'unusable_reply', `“${name}” answered with a reply of another form.`];
    case 'redirected':
      return [502, 'unusable_reply', `“${name}” answered with a redirect, which is not followed.`];
    default:
      return [502, 'service_unreachable', `“${name}” cannot be reached, or the connection was lost.`];
  }
}
