import { setTimeout as sleep } from 'node:timers/promises';
import type { Operation } from '../contract/operation.ts';
import { type OperationId, operations } from '../contract/operations.ts';
import { type SandboxOperationId, sandboxOperations } from '../contract/sandboxOperations.ts';
import type { Answer } from './answer.ts';
import { attempt, TRACE_HEADERS } from './attempt.ts';
import { CallFailure } from './callFailure.ts';
import { Deadline } from './deadline.ts';
import { ApiError } from './failure.ts';
import { networkFailure } from './networkFailure.ts';
import { readFailure } from './readFailure.ts';
import { readReply } from './readReply.ts';
import { buildRequest, type RequestParts } from './request.ts';
import type { CallOptions, Reply } from './reply.ts';
import { redacted, withoutKey } from './redact.ts';
import { isRetryable, retryWait, serverWait } from './retry.ts';
import type { ClientSettings } from './settings.ts';
import { deadlineOf, headersTimeoutOf, silenceOf } from './timeouts.ts';
import { unpacked } from './unpacked.ts';

const SENDABLE_KEY = /^[\x21-\x7E]+$/;
const UNSENDABLE_KEY = {
  kind: 'invalidRequest',
  field: 'header.authorization',
  problem: 'the stored API key holds spaces, line breaks or letters beyond ASCII; sign in again',
} as const;

const rows: Readonly<Record<AnyOperationId, Operation>> = { ...operations, ...sandboxOperations };

/** The ID of an operation of the service, or of one that only the sandbox has. */
type AnyOperationId = OperationId | SandboxOperationId;

/** Makes one call, including retries. Rejects with ApiError only. */
export async function call(
  settings: ClientSettings,
  id: AnyOperationId,
  input: unknown,
  options: CallOptions,
): Promise<Reply<never>> {
  const operation = rows[id];
  const { baseUrl } = settings;
  if (operation.effect !== 'read' && settings.isRestricted?.())
    throw toApiError(id, new CallFailure({ kind: 'restricted' }), {});
  const request = guarded(id, () => buildRequest(operation, baseUrl, input, options.idempotencyKey));
  const deadline = new Deadline(options.deadlineMs ?? deadlineOf(operation), options.signal);
  const course = { id, operation, request, options, deadline };
  let isStreaming = false;
  try {
    const reply = await attempts(settings, course);
    isStreaming = operation.response.body === 'events';
    return reply;
  } finally {
    // The deadline of a stream stays active until the stream has been read.
    if (!isStreaming) deadline.clear();
  }
}

async function attempts(settings: ClientSettings, course: Course): Promise<Reply<never>> {
  const { id, operation, request, deadline } = course;
  for (let count = 1; ; count++) {
    const outcome = await tryOnce(settings, course, count);
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
    if (wait === undefined || deadline.signal.aborted) throw toApiError(id, failure, headers);
    try {
      await (settings.wait ?? pause)(wait, deadline.signal);
    } catch (cause) {
      throw toApiError(id, new CallFailure(deadline.failure ?? { kind: 'cancelled' }, { cause }), {});
    }
  }
}

/** The state of a call across its attempts. */
interface Course {
  readonly id: AnyOperationId;
  readonly operation: Operation;
  readonly request: RequestParts;
  readonly options: CallOptions;
  readonly deadline: Deadline;
}

type Headers = Answer['headers'];
type Outcome =
  { readonly reply: Reply<unknown> } | { readonly failure: CallFailure; readonly headers: Headers };

async function tryOnce(settings: ClientSettings, course: Course, count: number): Promise<Outcome> {
  const { id, operation, request } = course;
  const { signal } = course.deadline;
  const started = performance.now();
  let answer: Answer | undefined;
  let failure: CallFailure | undefined;
  let key: string | undefined;
  try {
    signal.throwIfAborted();
    key = await readKey(settings);
    if (!key) throw new CallFailure({ kind: 'missingKey' });
    if (!SENDABLE_KEY.test(key)) throw new CallFailure(UNSENDABLE_KEY);
    answer = unpacked(await attempt(settings, operation, request, key, { ...course.options, signal }));
    return { reply: await readAnswer(answer, course) };
  } catch (cause) {
    failure = redacted(asCallFailure(cause, course), key);
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

// An unreadable secret store counts as one without the key.
async function readKey(settings: ClientSettings): Promise<string | undefined> {
  try {
    return await settings.key();
  } catch (cause) {
    throw new CallFailure({ kind: 'missingKey' }, { cause });
  }
}

async function readAnswer(answer: Answer, course: Course): Promise<Reply<unknown>> {
  const { operation } = course;
  if (answer.status < 200 || answer.status > 299) throw await readFailure(operation, answer);
  const value = await readReply(operation, answer);
  const streamed = operation.response.body === 'events';
  return {
    value: streamed ? guardedEvents(value as AsyncIterable<unknown>, answer, course) : value,
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

// Events are read after the call has returned, so their failures are converted here.
async function* guardedEvents(
  events: AsyncIterable<unknown>,
  { headers }: Answer,
  course: Course,
): AsyncGenerator {
  try {
    yield* events;
  } catch (cause) {
    throw toApiError(course.id, asCallFailure(cause, course), headers);
  } finally {
    course.deadline.clear();
  }
}

function asCallFailure(cause: unknown, { operation, options, deadline }: Course): CallFailure {
  if (deadline.failure) return new CallFailure(deadline.failure, { cause });
  if (cause instanceof CallFailure) return cause;
  const timeoutMs = options.timeoutMs ?? headersTimeoutOf(operation);
  return new CallFailure(networkFailure(cause, timeoutMs, silenceOf(operation)), { cause });
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
  return TRACE_HEADERS.map(name => headers[name]).find(trace => trace !== undefined);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal });
}
