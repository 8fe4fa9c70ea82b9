import type { Operation } from '../contract/operation.ts';
import type { Failure } from './failure.ts';

type Headers = Readonly<Record<string, string>>;

/** Retries after the first attempt (wire facts 16). */
const MAX_RETRIES = 2;
/** Longest wait that a service may ask for, in milliseconds (wire facts 16). */
const LONGEST_SERVER_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 500;
const JITTER = 0.25;

/** What the decision about another attempt rests on. */
export interface RetryQuestion {
  readonly operation: Operation;
  readonly failure: Failure;
  readonly headers: Headers;
  /** Wait that the error body asks for, in milliseconds; headers that name one go first. */
  readonly bodyWaitMs: number | undefined;
  /** Whether the request carries an idempotency key. */
  readonly keyed: boolean;
  /** Number of the attempt that failed, from 1. */
  readonly attempt: number;
  /** A longer wait that the service asks for ends the call instead. */
  readonly longestWaitMs: number | undefined;
  readonly random: () => number;
}

/**
 * How long to wait before the next attempt, in milliseconds, or undefined when there is none. GET, PUT and
 * DELETE repeat on connection loss, 408, 429 and 5xx that may pass; a POST only with an idempotency key; the service's
 * `x-should-retry` overrides both (wire facts 16).
 */
export function retryWait(question: RetryQuestion): number | undefined {
  const { operation, failure, headers, keyed, attempt, random } = question;
  if (attempt > MAX_RETRIES || failure.kind === 'cancelled') return undefined;
  const repeatable = keyed || (operation.idempotent && operation.method !== 'POST');
  const mayPass = isRetryable(failure, headers) && !isLasting(operation, failure);
  if (advice(failure, headers) !== 'true' && !(repeatable && mayPass)) return undefined;
  const asked = serverWait(headers) ?? question.bodyWaitMs;
  if (asked !== undefined) {
    const longest = question.longestWaitMs ?? LONGEST_SERVER_WAIT_MS;
    return asked > longest && question.longestWaitMs !== undefined ? undefined : Math.min(asked, longest);
  }
  const own = FIRST_WAIT_MS * 2 ** (attempt - 1);
  return own * (1 - JITTER * random());
}

/** Whether the same call may succeed later; `x-should-retry` has the last word. */
export function isRetryable(failure: Failure, headers: Headers): boolean {
  const told = advice(failure, headers);
  if (told === 'true' || told === 'false') return told === 'true';
  switch (failure.kind) {
    case 'connectionRefused':
    case 'connectionLost':
    case 'timeout':
    case 'cutOff':
      return true;
    case 'refused':
    case 'notJson':
    case 'emptyBody':
      return isRetryableStatus(failure.status);
    case 'tooLarge':
    case 'headersTooLarge':
    case 'redirected':
    case 'unknownHost':
    case 'tls':
    case 'cancelled':
    case 'missingKey':
    case 'restricted':
    case 'contract':
    case 'invalidRequest':
      return false;
  }
}

/** The wait that an answer's headers ask for, in milliseconds: `retry-after-ms`, then `Retry-After`. */
export function serverWait(headers: Headers, now = Date.now()): number | undefined {
  const precise = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (Number.isFinite(precise) && precise >= 0) return precise;
  const text = headers['retry-after'];
  if (!text) return undefined;
  const seconds = Number(text);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(text) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

// A success that could not be read took effect, so advice that came with it must not repeat the call.
function advice(failure: Failure, headers: Headers): string | undefined {
  const refused = 'status' in failure && failure.status >= 400;
  return refused ? headers['x-should-retry']?.toLowerCase() : undefined;
}

function isLasting({ lasting }: Operation, failure: Failure): boolean {
  return failure.kind === 'refused' && lasting.includes(failure.status);
}

// 501 says that the operation is not offered, which no repeat changes.
function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status !== 501);
}
