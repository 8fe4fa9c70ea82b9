import { setTimeout as sleep } from 'node:timers/promises';
import type { Operation } from '../contract/operation.ts';
import { type OperationId, operations } from '../contract/operations.ts';
import { type SandboxOperationId, sandboxOperations } from '../contract/sandboxOperations.ts';
import type { Answer } from './answer.ts';
import { attempt } from './attempt.ts';
import { CallFailure } from './callFailure.ts';
import { ApiError } from './failure.ts';
import { networkFailure } from './networkFailure.ts';
import { readFailure } from './readFailure.ts';
import { readReply } from './readReply.ts';
import { buildRequest, type RequestParts } from './request.ts';
import type { CallOptions, Reply } from './reply.ts';
import { redacted, withoutKey } from './redact.ts';
import { isRetryable, retryWait, serverWait } from './retry.ts';
import type { ClientSettings } from './settings.ts';

const SENDABLE_KEY = /^[\x21-\x7E]+$/;
const UNSENDABLE_KEY = {
  kind: 'invalidRequest',
  field: 'header.authorization',
  problem: 'the stored API key holds spaces, line breaks or letters beyond ASCII; sign in again',
} as const;

const rows: Readonly<Record<AnyOperationId, Operation>> = { ...operations, ...sandboxOperations };

/** An operation of the service, or one that only the sandbox has. */
type AnyOperationId = OperationId | SandboxOperationId;

/** Makes one call with its retries. Rejects with ApiError only. */
export async function call(
  settings: ClientSettings,
  id: AnyOperationId,
  input: unknown,
  options: CallOptions,
): Promise<Reply<never>> {
  const operation = rows[id];
  const { signal, idempotencyKey } = options;
  const request = guarded(id, () => buildRequest(operation, settings.baseUrl, input, idempotencyKey));
  for (let count = 1; ; count++) {
    const outcome = await tryOnce(settings, id, request, options, count);
    if ('reply' in outcome) return outcome.reply as Reply<never>;
    const { failure, headers } = outcome;
    const wait = retryWait({
      operation,
      failure: failure.failure,
      headers,
      bodyWaitMs: failure.waitMs,
      keyed: request.headers['idempotency-key'] !== undefined,
      attempt: count,
      longestWaitMs: settings.longestWaitMs,
      random: settings.random ?? Math.random,
    });
    if (wait === undefined || signal?.aborted) throw toApiError(id, failure, headers);
    try {
      await (settings.wait ?? pause)(wait, signal);
    } catch (cause) {
      throw toApiError(id, new CallFailure({ kind: 'cancelled' }, { cause }), {});
    }
  }
}

type Headers = Answer['headers'];
type Outcome =
  { readonly reply: Reply<unknown> } | { readonly failure: CallFailure; readonly headers: Headers };

async function tryOnce(
  settings: ClientSettings,
  id: AnyOperationId,
  request: RequestParts,
  options: CallOptions,
  count: number,
): Promise<Outcome> {
  const operation = rows[id];
  const started = performance.now();
  let answer: Answer | undefined;
  let failure: CallFailure | undefined;
  let key: string | undefined;
  try {
    options.signal?.throwIfAborted();
    key = await readKey(settings);
    if (!key) throw new CallFailure({ kind: 'missingKey' });
    if (!SENDABLE_KEY.test(key)) throw new CallFailure(UNSENDABLE_KEY);
    answer = await attempt(settings, operation, request, key, options);
    return { reply: await readAnswer(id, answer, options) };
  } catch (cause) {
    failure = redacted(asCallFailure(cause, options), key);
    return { failure, headers: answer?.headers ?? {} };
  } finally {
    settings.onExchange?.({
      operation: id,
      method: operation.method,
      path: withoutKey(request.path, key),
      status: answer?.status,
      ms: performance.now() - started,
      traceId: answer && traceOf(answer.headers),
      attempt: count,
      failure: failure?.failure.kind,
    });
  }
}

// A store of secrets that cannot be opened is as good as one without the key.
async function readKey(settings: ClientSettings): Promise<string | undefined> {
  try {
    return await settings.key();
  } catch (cause) {
    throw new CallFailure({ kind: 'missingKey' }, { cause });
  }
}

async function readAnswer(id: AnyOperationId, answer: Answer, options: CallOptions): Promise<Reply<unknown>> {
  const operation = rows[id];
  if (answer.status < 200 || answer.status > 299) throw await readFailure(operation, answer);
  const value = await readReply(operation, answer);
  const streamed = operation.response.body === 'events';
  return {
    value: streamed ? guardedEvents(id, value as AsyncIterable<unknown>, answer, options) : value,
    status: answer.status,
    headers: answer.headers,
    replayed: answer.headers['idempotent-replayed']?.toLowerCase() === 'true',
    traceId: traceOf(answer.headers),
  };
}

function guarded<T>(id: AnyOperationId, build: () => T): T {
  try {
    return build();
  } catch (cause) {
    throw cause instanceof CallFailure ? toApiError(id, cause, {}) : cause;
  }
}

// Events are read after the call has returned, and their failures must not be less clear for that.
async function* guardedEvents(
  id: AnyOperationId,
  events: AsyncIterable<unknown>,
  { headers }: Answer,
  options: CallOptions,
): AsyncGenerator {
  try {
    yield* events;
  } catch (cause) {
    throw toApiError(id, asCallFailure(cause, options), headers);
  }
}

function asCallFailure(cause: unknown, { signal, timeoutMs }: CallOptions): CallFailure {
  if (signal?.aborted) return new CallFailure({ kind: 'cancelled' }, { cause });
  if (cause instanceof CallFailure) return cause;
  return new CallFailure(networkFailure(cause, timeoutMs), { cause });
}

function toApiError(id: AnyOperationId, found: CallFailure, headers: Headers): ApiError {
  const context = {
    operation: id,
    traceId: found.traceId ?? traceOf(headers),
    retryAfterMs: serverWait(headers) ?? found.waitMs,
    retryable: isRetryable(found.failure, headers),
  };
  return new ApiError(found.failure, context, found.cause);
}

function traceOf(headers: Headers): string | undefined {
  return headers['x-trace-id'] ?? headers['x-request-id'];
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, signal ? { signal } : {});
}
