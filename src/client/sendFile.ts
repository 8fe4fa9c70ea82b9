import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { OperationId } from '../contract/operations.ts';
import { ApiError, type Failure } from './failure.ts';
import { toNetworkFailure } from './networkFailure.ts';
import type { ClientSettings } from './settings.ts';
import { DEFAULT_TIMEOUT_MS } from './timeouts.ts';

/** A file to upload: one of this computer, or bytes. */
export type SentFile = { readonly sizeBytes: number; readonly contentType: string } & (
  | { readonly path: string }
  | { readonly bytes: Uint8Array }
);

export interface SendOptions {
  readonly signal: AbortSignal;
  /** Called with the number of bytes sent so far. */
  readonly onSent: (bytes: number) => void;
  /** The operation that returned the URL; `createAppUpload` by default. */
  readonly operation?: OperationId;
}

/** The maximum length of the text of a refusal that is kept, in bytes. */
const MAX_REASON = 2_000;

/**
 * Uploads a file by PUT to a URL of the service, without the key, in constant memory (wire facts 13, 19). Follows no
 * redirect and never retries. Rejects with ApiError.
 */
export async function sendFile(
  { dispatcher, userAgent, isRestricted }: Pick<ClientSettings, 'dispatcher' | 'userAgent' | 'isRestricted'>,
  url: URL,
  file: SentFile,
  { signal, onSent, operation = 'createAppUpload' }: SendOptions,
): Promise<void> {
  const toApiError = (failure: Failure, cause?: unknown): ApiError => {
    const context = { traceId: undefined, retryAfterMs: undefined, retryable: false };
    return new ApiError(failure, { operation, ...context }, cause);
  };
  if (isRestricted?.()) throw toApiError({ kind: 'restricted' });
  let status: number;
  let reason: string;
  try {
    const response = await dispatcher.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'PUT',
      headers: {
        'content-type': file.contentType,
        'content-length': String(file.sizeBytes),
        ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
      },
      body: Readable.from(countedChunks(file, onSent), { objectMode: false }),
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

async function* countedChunks(file: SentFile, onSent: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let sent = 0;
  const chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array> =
    'path' in file ? createReadStream(file.path) : [file.bytes];
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
