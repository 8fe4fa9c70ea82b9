import type { Operation } from '../contract/operation.ts';
import { headersTimeoutOf, silenceOf } from './timeouts.ts';
import { withoutKey } from './redact.ts';
import type { CallOptions } from './reply.ts';
import type { ClientSettings } from './settings.ts';
import type { RequestParts } from './request.ts';

/** An HTTP response whose body has not been read yet. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** The headers that may contain the trace ID of a request, in order of preference. */
export const TRACE_HEADERS: readonly string[] = ['x-trace-id', 'x-request-id'];

/** Sends a request once and waits for the response headers. Does not follow redirects. */
export async function sendOnce(
  { dispatcher, userAgent }: ClientSettings,
  operation: Operation,
  request: RequestParts,
  key: string | undefined,
  { signal, timeoutMs }: CallOptions,
): Promise<HttpResponse> {
  const response = await dispatcher.request({
    origin: request.origin,
    path: request.target,
    method: operation.method,
    headers: {
      ...request.headers,
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
    },
    body: request.body ?? null,
    headersTimeout: timeoutMs ?? headersTimeoutOf(operation),
    bodyTimeout: silenceOf(operation),
    signal: signal ?? null,
  });
  return { status: response.statusCode, headers: flattenHeaders(response.headers, key), body: response.body };
}

function flattenHeaders(
  headers: Record<string, string | string[] | undefined>,
  key: string | undefined,
): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [title, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    const name = title.toLowerCase();
    const text = Array.isArray(value) ? value.join(', ') : value;
    // Logs and messages show the trace ID, and a service may echo the key in it.
    flat[name] = TRACE_HEADERS.includes(name) ? withoutKey(text, key) : text;
  }
  return flat;
}
