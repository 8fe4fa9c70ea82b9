import type { Operation } from '../contract/operation.ts';
import type { Failure } from './failure.ts';

type Headers = Readonly<Record<string, string>>;

/** The maximum number of retries after the first attempt (wire facts 16). */
const MAX_RETRIES = 2;
/** The maximum wait at the request of the service, in milliseconds; longer ones are shortened (wire facts 16). */
const MAX_SERVER_WAIT_MS = 60_000;
/**
 * The maximum wait reported to callers, in milliseconds: the interval of whoever polls. A timer for more than 24 days would
 * end at once.
 */
const MAX_PAUSE_MS = 3_600_000;
const SECONDS = /^\d+(?:\.\d*)?(?:e\d+)?$/i;
/** The date formats of HTTP (RFC 9110, 5.6.7) and ISO 8601, with their time zones. */
const DATE =
  /^(?:[a-z]{3,9}, [\d a-z-]+ |\d{4}-\d\d-\d\dT)\d\d:\d\d(?::\d\d)?(?:\.\d+)? ?(?:GMT|UTC|Z|[+-]\d\d:?\d\d)$/i;
const FIRST_WAIT_MS = 500;
/** The maximum fraction by which a wait is shortened at random. */
const JITTER = 0.25;

/** The input of the decision about a retry. */
interface RetryInput {
  readonly operation: Operation;
  readonly failure: Failure;
  readonly headers: Headers;
  /** The wait that the error body asks for, in milliseconds; headers take precedence. */
  readonly bodyWaitMs: number | undefined;
  /** True if the request carries an idempotency key. */
  readonly hasIdempotencyKey: boolean;
  /** The number of the failed attempt, starting at 1. */
  readonly attempt: number;
  /** The maximum wait in milliseconds; if the service asks for more, the call ends. */
  readonly maxWaitMs: number | undefined;
  readonly random: () => number;
}

/**
 * Returns the wait before the next attempt, in milliseconds, or undefined for no retry. GET, PUT and DELETE are retried
 * after connection loss, 408, 429 and temporary 5xx errors; a POST only with an idempotency key that no service ignores.
 * The service's `x-should-retry` overrides these rules (wire facts 16).
 */
export function retryWaitMs(input: RetryInput): number | undefined {
  const { operation, failure, headers, hasIdempotencyKey, attempt, random } = input;
  if (attempt > MAX_RETRIES || failure.kind === 'cancelled') return undefined;
  const isRepeatable =
    (hasIdempotencyKey && !operation.mayIgnoreKey) || (operation.idempotent && operation.method !== 'POST');
  const isTemporary = isRetryable(failure, headers) && !isLasting(operation, failure);
  if (readRetryAdvice(failure, headers) !== 'true' && !(isRepeatable && isTemporary)) return undefined;
  const serverWaitMs = readServerWaitMs(headers, input.bodyWaitMs);
  if (serverWaitMs !== undefined) {
    const maxWaitMs = input.maxWaitMs ?? MAX_SERVER_WAIT_MS;
    return serverWaitMs > maxWaitMs && input.maxWaitMs !== undefined
      ? undefined
      : Math.min(serverWaitMs, maxWaitMs);
  }
  const backoffMs = FIRST_WAIT_MS * 2 ** (attempt - 1);
  return backoffMs * (1 - JITTER * random());
}

/** Returns true if the same call may succeed later; `x-should-retry` takes precedence. */
export function isRetryable(failure: Failure, headers: Headers): boolean {
  const advice = readRetryAdvice(failure, headers);
  if (advice === 'true' || advice === 'false') return advice === 'true';
  switch (failure.kind) {
    case 'connectionRefused':
    case 'connectionLost':
    case 'timeout':
    case 'cutOff':
      return true;
    case 'proxy':
      return failure.proxyStatus === undefined || isRetryableStatus(failure.proxyStatus);
    case 'refused':
    case 'notJson':
    case 'emptyBody':
    case 'linked':
      return isRetryableStatus(failure.status);
    default:
      return false;
  }
}

/**
 * Returns the wait that a response asks for, in milliseconds and at most one hour: `retry-after-ms`, else `Retry-After`,
 * else `bodyWaitMs` of its body.
 */
export function readServerWaitMs(
  headers: Headers,
  bodyWaitMs: number | undefined,
  now = Date.now(),
): number | undefined {
  const waitMs = readHeaderWaitMs(headers, now) ?? bodyWaitMs;
  return waitMs === undefined ? undefined : Math.min(waitMs, MAX_PAUSE_MS);
}

function readHeaderWaitMs(headers: Headers, now: number): number | undefined {
  const preciseMs = largestNumber(headers['retry-after-ms']);
  if (preciseMs !== undefined) return preciseMs;
  const text = headers['retry-after'] ?? '';
  const seconds = largestNumber(text);
  if (seconds !== undefined) return seconds * 1000;
  // JavaScript also reads texts such as “-5” and “5, 5” as dates.
  const waitMs = DATE.test(text) ? Date.parse(text) - now : Number.NaN;
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}

// A gateway that adds its own header leaves a list.
function largestNumber(text = ''): number | undefined {
  const numbers = text.split(',').map(one => one.trim());
  return numbers.every(one => SECONDS.test(one)) ? Math.max(...numbers.map(Number)) : undefined;
}

// A success that could not be read took effect, so its headers must not cause a retry.
function readRetryAdvice(failure: Failure, headers: Headers): string | undefined {
  const isError = 'status' in failure && failure.status >= 400;
  return isError ? headers['x-should-retry']?.toLowerCase() : undefined;
}

function isLasting({ lasting }: Operation, failure: Failure): boolean {
  return failure.kind === 'refused' && lasting.includes(failure.status);
}

// A retry does not change 501 Not Implemented.
function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status !== 501);
}
