import type * as z from 'zod';
import type { Operation } from '../contract/operation.ts';
import { CallFailure } from './callFailure.ts';

/** A request ready to be sent, except for the key. */
export interface RequestParts {
  readonly origin: string;
  /** The path and query relative to the base URL, for logs. */
  readonly path: string;
  /** The path and query as sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** A validated value of a path parameter, query or header. */
type Scalar = string | number | boolean;

type Parts = Readonly<Record<'params' | 'query' | 'headers' | 'body', unknown>>;

/**
 * Validates a call's input against the operation and turns it into a request. Throws CallFailure `invalidRequest` that
 * names the first invalid field.
 */
export function buildRequest(
  operation: Operation,
  baseUrl: string,
  input: unknown,
  idempotencyKey: string | undefined,
): RequestParts {
  const parts = input as Partial<Parts>;
  const keyHeader = 'idempotency-key' in operation.headers.shape ? idempotencyKey : undefined;
  const headers = {
    ...(parts.headers as Record<string, unknown> | undefined),
    ...(keyHeader === undefined ? {} : { 'idempotency-key': keyHeader }),
  };
  validate(operation.params, parts.params ?? {}, 'path');
  validate(operation.query, parts.query ?? {}, 'query');
  validate(operation.headers, headers, 'header');
  if (operation.body) validate(operation.body, parts.body, 'body');

  const path = fillPath(operation.path, (parts.params ?? {}) as Record<string, unknown>);
  const query = encodeQuery((parts.query ?? {}) as Record<string, unknown>);
  const base = parseBase(baseUrl);
  const body = parts.body === undefined ? undefined : JSON.stringify(parts.body);
  return {
    origin: base.origin,
    path: path + query,
    target: base.pathname.replace(/\/+$/, '') + path + query,
    headers: {
      accept: acceptFor(operation),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...toTextHeaders(headers),
    },
    body,
  };
}

function validate(schema: z.ZodType, value: unknown, part: string): void {
  const result = schema.safeParse(value);
  if (result.success) return;
  const issue = result.error.issues[0];
  const field = [part, ...(issue?.path ?? [])].map(String).join('.');
  const problem = issue?.message ?? 'does not fit the interface';
  throw new CallFailure({ kind: 'invalidRequest', field, problem });
}

function parseBase(baseUrl: string): URL {
  try {
    return new URL(baseUrl);
  } catch {
    throw new CallFailure({ kind: 'invalidRequest', field: 'baseUrl', problem: 'is not an absolute URL' });
  }
}

function fillPath(template: string, params: Record<string, unknown>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const text = String(params[name]);
    // `encodeURIComponent` does not encode dots, and servers resolve such segments to another path.
    if (text === '.' || text === '..') {
      throw new CallFailure({
        kind: 'invalidRequest',
        field: `path.${name}`,
        problem: `"${text}" cannot be part of a path`,
      });
    }
    return encode(text);
  });
}

// Undefined and empty arrays are omitted, null is an empty value, and arrays are joined by an encoded comma (wire facts
// 2).
function encodeQuery(query: Record<string, unknown>): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${encode(name)}=${encode(toQueryText(value))}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

// A lone surrogate, as a search box sends while typing, cannot be encoded.
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function toQueryText(value: unknown): string {
  if (value === null) return '';
  return String(Array.isArray(value) ? value.join(',') : (value as Scalar));
}

function toTextHeaders(headers: Record<string, unknown>): Record<string, string> {
  const present = Object.entries(headers).filter(([, value]) => value != null) as [string, Scalar][];
  return Object.fromEntries(present.map(([name, value]) => [name, String(value)]));
}

function acceptFor({ response }: Operation): string {
  switch (response.body) {
    case 'empty':
    case 'text':
      return '*/*';
    case 'png':
      return 'image/png, */*;q=0.1';
    case 'events':
      return 'text/event-stream';
    default:
      return 'application/json';
  }
}
