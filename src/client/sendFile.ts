import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { ApiError, type Failure } from './failure.ts';
import { toNetworkFailure } from './networkFailure.ts';
import type { ClientSettings } from './settings.ts';
import { DEFAULT_TIMEOUT_MS } from './timeouts.ts';

/** A file to upload. */
export interface SentFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly contentType: string;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  /** Called with the number of bytes sent so far. */
  readonly onSent: (bytes: number) => void;
}

/** The maximum length of the text of a refusal that is kept, in bytes. */
const MAX_REASON = 2_000;

/**
 * Uploads a file by PUT to a URL of `createAppUpload`, without the key, in constant memory (wire facts 13). Follows no
 * redirect and never retries. Rejects with ApiError.
 */
export async function sendFile(
  { dispatcher, userAgent, isRestricted }: Pick<ClientSettings, 'dispatcher' | 'userAgent' | 'isRestricted'>,
  url: URL,
  { path, sizeBytes, contentType }: SentFile,
  { signal, onSent }: SendOptions,
): Promise<void> {
  if (isRestricted?.()) throw toApiError({ kind: 'restricted' });
  let status: number;
  let reason: string;
  try {
    const response = await dispatcher.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'PUT',
      headers: {
        'content-type': contentType,
        'content-length': String(sizeBytes),
        ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
      },
      body: Readable.from(countedChunks(path, onSent), { objectMode: false }),
      headersTimeout: DEFAULT_TIMEOUT_MS,
      bodyTimeout: DEFAULT_TIMEOUT_MS,
      signal,
    });
    status = response.statusCode;
    reason = await readReason(response.body);
  } catch (cause) {
    throw toApiError(signal.aborted ? { kind: 'cancelled' } : toNetworkFailure(cause), cause);
  }
  if (status >= 300 && status < 400) throw toApiError({ kind: 'redirected', status });
  if (status < 200 || status >= 400)
    throw toApiError({
      kind: 'refused',
      status,
      body: 'plain',
      code: undefined,
      message: reason,
      problems: [],
    });
}

async function* countedChunks(path: string, onSent: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let sent = 0;
  const chunks: AsyncIterable<Uint8Array> = createReadStream(path);
  for await (const chunk of chunks) {
    yield chunk;
    sent += chunk.length;
    onSent(sent);
  }
}

async function readReason(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= MAX_REASON) break;
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MAX_REASON));
}

function toApiError(failure: Failure, cause?: unknown): ApiError {
  const context = { traceId: undefined, retryAfterMs: undefined, retryable: false };
  return new ApiError(failure, { operation: 'createAppUpload', ...context }, cause);
}
