import { setTimeout as sleep } from 'node:timers/promises';
import type { Operation } from '../contract/operation.ts';
import { CONFINED_HEADER, FRESH_HEADER, SETTLE_HEADER } from '../contract/sandbox/runHeaders.ts';
import type { AnyOperationId } from '../contract/sandboxOperations.ts';
import { sendOnce, TRACE_HEADERS, type HttpResponse } from './sendOnce.ts';
import { CallFailure } from './callFailure.ts';
import { ApiError, type Failure } from './failure.ts';
import { toNetworkFailure } from './networkFailure.ts';
import { readFailure } from './readFailure.ts';
import { readReply } from './readReply.ts';
import { buildRequest, type RequestInput, type RequestParts } from './request.ts';
import type { CallOptions, Reply } from './reply.ts';
import { redactKey, redactSecrets, secretsIn, withoutKey } from './redact.ts';
import { isRetryable, retryWaitMs, readServerWaitMs } from './retry.ts';
import type { ClientSettings } from './settings.ts';
import { deadlineOf, headersTimeoutOf, silenceOf } from './timeouts.ts';
import { decompress } from './decompress.ts';
import { followRedirect } from './followRedirect.ts';

const SENDABLE_KEY = /^[\x21-\x7E]+$/;
const UNSENDABLE_KEY = {
  kind: 'invalidRequest',
  field: 'header.authorization',
  problem: 'the stored API key holds spaces, line breaks or letters beyond ASCII; sign in again',
} as const;

/** Makes one call, including retries. Rejects with ApiError only. */
export async function call(
  settings: ClientSettings,
  id: AnyOperationId,
  operation: Operation,
  input: RequestInput,
  options: CallOptions,
): Promise<Reply<unknown>> {
  const { baseUrl } = settings;
  if (operation.effect !== 'read' && settings.isRestricted?.())
    throw toApiError(id, new CallFailure({ kind: 'restricted' }), {});
  const built = wrapErrors(id, () => buildRequest(operation, baseUrl, input, options.idempotencyKey));
  const { isConfined, isFresh, settles } = options;
  const ofSandbox = {
    ...(isConfined === true ? { [CONFINED_HEADER]: 'true' } : {}),
    ...(isFresh === true ? { [FRESH_HEADER]: 'true' } : {}),
    ...(settles === true ? { [SETTLE_HEADER]: 'true' } : {}),
  };
  const request = { ...built, headers: { ...built.headers, ...ofSandbox } };
  const deadline = new Deadline(options.deadlineMs ?? deadlineOf(operation), options.signal);
  const secrets = operation.carriesSecrets ? secretsIn(input.body) : undefined;
  const context = { id, operation, request, secrets, options, deadline };
  let isStreaming = false;
  try {
    const reply = await callWithRetries(settings, context);
    isStreaming = operation.response.body === 'events';
    return reply;
  } finally {
    // The deadline of a stream stays active until the stream has been read.
    if (!isStreaming) deadline.clear();
  }
}

async function callWithRetries(settings: ClientSettings, context: CallContext): Promise<Reply<unknown>> {
  const { id, operation, request, deadline } = context;
  for (let count = 1; ; count++) {
    const outcome = await tryOnce(settings, context, count);
    if ('reply' in outcome) return outcome.reply;
    const { failure, headers } = outcome;
    const waitMs = retryWaitMs({
      operation,
      failure: failure.failure,
      headers,
      bodyWaitMs: failure.waitMs,
      hasIdempotencyKey: request.headers['idempotency-key'] !== undefined,
      attempt: count,
      maxWaitMs: settings.maxWaitMs,
      random: settings.random ?? Math.random,
    });
    const wait = context.options.isOnce === true ? undefined : waitMs;
    if (wait === undefined || deadline.signal.aborted) throw toApiError(id, failure, headers);
    try {
      await (settings.wait ?? pause)(wait, deadline.signal);
    } catch (cause) {
      throw toApiError(id, new CallFailure(deadline.failure ?? { kind: 'cancelled' }, { cause }), {});
    }
  }
}

/** The state of a call across its attempts. */
interface CallContext {
  readonly id: AnyOperationId;
  readonly operation: Operation;
  readonly request: RequestParts;
  /** The secrets in the request; undefined for an operation without any. */
  readonly secrets: readonly string[] | undefined;
  readonly options: CallOptions;
  readonly deadline: Deadline;
}

type Headers = HttpResponse['headers'];
type Outcome =
  | { readonly reply: Reply<unknown> }
  | { readonly failure: CallFailure; readonly headers: Headers };

async function tryOnce(
  settings: ClientSettings,
  context: CallContext,
  attemptNumber: number,
): Promise<Outcome> {
  const { id, operation, request } = context;
  const { signal } = context.deadline;
  const startedAt = performance.now();
  let response: HttpResponse | undefined;
  let failure: CallFailure | undefined;
  let key: string | undefined;
  try {
    signal.throwIfAborted();
    key = settings.isKeyless === true ? undefined : await requireKey(settings);
    response = decompress(await sendOnce(settings, operation, request, key, { ...context.options, signal }));
    if (operation.response.status === 302)
      response = await followRedirect(settings, operation, response, { ...context.options, signal });
    return { reply: await readResponse(response, context) };
  } catch (cause) {
    const raw = redactKey(toCallFailure(cause, context), key);
    failure = context.secrets ? redactSecrets(raw, context.secrets) : raw;
    return { failure, headers: response?.headers ?? {} };
  } finally {
    settings.onExchange?.({
      operation: id,
      method: operation.method,
      path: withoutKey(request.path, key),
      status: response?.status,
      ms: performance.now() - startedAt,
      traceId: response && traceOf(response.headers),
      attempt: attemptNumber,
      failure: failure?.failure.kind,
    });
  }
}

async function requireKey(settings: ClientSettings): Promise<string> {
  const key = await readKey(settings);
  if (!key) throw new CallFailure({ kind: 'missingKey' });
  if (!SENDABLE_KEY.test(key)) throw new CallFailure(UNSENDABLE_KEY);
  return key;
}

// An unreadable secret store counts as one without the key.
async function readKey(settings: ClientSettings): Promise<string | undefined> {
  try {
    return await settings.key();
  } catch (cause) {
    throw new CallFailure({ kind: 'missingKey' }, { cause });
  }
}

async function readResponse(response: HttpResponse, context: CallContext): Promise<Reply<unknown>> {
  const { operation } = context;
  if (response.status < 200 || response.status > 299) throw await readFailure(operation, response);
  const value = await readReply(operation, response);
  const isStreaming = operation.response.body === 'events';
  return {
    value: isStreaming ? wrapEventErrors(value as AsyncIterable<unknown>, response, context) : value,
    status: response.status,
    headers: response.headers,
    replayed: response.headers['idempotent-replayed']?.toLowerCase() === 'true',
    traceId: traceOf(response.headers),
  };
}

function wrapErrors<T>(id: AnyOperationId, build: () => T): T {
  try {
    return build();
  } catch (cause) {
    throw cause instanceof CallFailure ? toApiError(id, cause, {}) : cause;
  }
}

// Events are read after the call has returned, so their failures are converted here.
async function* wrapEventErrors(
  events: AsyncIterable<unknown>,
  { headers }: HttpResponse,
  context: CallContext,
): AsyncGenerator {
  try {
    yield* events;
  } catch (cause) {
    throw toApiError(context.id, toCallFailure(cause, context), headers);
  } finally {
    context.deadline.clear();
  }
}

function toCallFailure(cause: unknown, { operation, options, deadline }: CallContext): CallFailure {
  if (deadline.failure) return new CallFailure(deadline.failure, { cause });
  if (cause instanceof CallFailure) return cause;
  const timeoutMs = options.timeoutMs ?? headersTimeoutOf(operation);
  return new CallFailure(toNetworkFailure(cause, timeoutMs, silenceOf(operation)), { cause });
}

function toApiError(id: AnyOperationId, callFailure: CallFailure, headers: Headers): ApiError {
  const context = {
    operation: id,
    traceId: callFailure.traceId ?? traceOf(headers),
    retryAfterMs: readServerWaitMs(headers, callFailure.waitMs),
    retryable: isRetryable(callFailure.failure, headers),
  };
  return new ApiError(callFailure.failure, context, callFailure.cause);
}

function traceOf(headers: Headers): string | undefined {
  return TRACE_HEADERS.map(name => headers[name]).find(trace => trace !== undefined);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal });
}

/** The time limit of a call across all attempts. Its signal aborts when time is up or the caller's signal aborts. */
class Deadline {
  readonly #control = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  #failure: Failure | undefined;

  constructor(ms: number, caller: AbortSignal | undefined) {
    this.#caller = caller;
    this.#timer = setTimeout(() => this.#abort({ kind: 'timeout', ms }), ms);
    if (caller?.aborted) this.#cancel();
    else caller?.addEventListener('abort', this.#cancel, { once: true });
  }

  get signal(): AbortSignal {
    return this.#control.signal;
  }

  /** The reason why the call must end: time is up, or the caller canceled it. */
  get failure(): Failure | undefined {
    return this.#failure;
  }

  /** Stops the timer and the listener once the call is over. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#cancel);
  }

  readonly #cancel = (): void => this.#abort({ kind: 'cancelled' });

  #abort(failure: Failure): void {
    this.#failure ??= failure;
    this.#control.abort();
  }
}
