import type { Operation } from '../contract/operation.ts';
import type { Answer } from './answer.ts';
import { DEFAULT_TIMEOUT_MS } from './timeouts.ts';
import type { CallOptions } from './reply.ts';
import type { ClientSettings } from './settings.ts';
import type { RequestParts } from './request.ts';

/** Longest wait for an operation that answers only when a device is ready (wire facts 8). */
const PATIENT_TIMEOUT_MS = 600_000;

/** Sends a request once and waits for the headers; redirects are answers like any other. */
export async function attempt(
  { dispatcher, userAgent }: ClientSettings,
  operation: Operation,
  request: RequestParts,
  key: string,
  { signal, timeoutMs }: CallOptions,
): Promise<Answer> {
  const patient = operation.path.endsWith('/wait') ? PATIENT_TIMEOUT_MS : DEFAULT_TIMEOUT_MS;
  const response = await dispatcher.request({
    origin: request.origin,
    path: request.target,
    method: operation.method,
    headers: {
      ...request.headers,
      authorization: `Bearer ${key}`,
      ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
    },
    body: request.body ?? null,
    headersTimeout: timeoutMs ?? patient,
    bodyTimeout: operation.response.body === 'events' ? 0 : DEFAULT_TIMEOUT_MS,
    signal: signal ?? null,
  });
  return { status: response.statusCode, headers: flatten(response.headers), body: response.body };
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), [value].flat().join(', ')]],
    ),
  );
}
