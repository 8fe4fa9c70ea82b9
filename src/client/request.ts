import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import { FileForm } from '../contract/scalars.ts';
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
  readonly body: string | Uint8Array | undefined;
}

type Values = Readonly<Record<string, unknown>>;

/** The input of a call, which the operation validates. */
export interface RequestInput {
  readonly params?: Values;
  readonly query?: Values;
  readonly headers?: Values;
  readonly body?: unknown;
}

/**
 * Validates a call's input against the operation and turns it into a request. Throws CallFailure `invalidRequest` that
 * names the first invalid field.
 */
export function buildRequest(
  operation: Operation,
  baseUrl: string,
  { params = {}, query = {}, headers: givenHeaders, body: content }: RequestInput,
  idempotencyKey: string | undefined,
): RequestParts {
  const keyHeader = 'idempotency-key' in operation.headers.shape ? idempotencyKey : undefined;
  const headers = {
    ...givenHeaders,
    ...(keyHeader === undefined ? {} : { 'idempotency-key': keyHeader }),
  };
  validate(operation.params, params, 'path');
  validate(operation.query, query, 'query');
  validate(operation.headers, headers, 'header');
  if (operation.body) validate(operation.body, content, 'body');

  const path = fillPath(operation.path, params) + encodeQuery(query);
  const base = parseBase(baseUrl);
  const { body, contentType } = encodeBody(operation, content);
  return {
    origin: base.origin,
    path,
    target: base.pathname.replace(/\/+$/, '') + path,
    headers: {
      accept: acceptFor(operation),
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
      ...toTextHeaders(headers),
    },
    body,
  };
}

interface EncodedBody {
  readonly body: string | Uint8Array | undefined;
  readonly contentType: string | undefined;
}

function encodeBody({ bodyType }: Operation, content: unknown): EncodedBody {
  if (content === undefined) return { body: undefined, contentType: undefined };
  return bodyType === 'multipart'
    ? encodeFile(FileForm.parse(content).file)
    : { body: JSON.stringify(content), contentType: 'application/json' };
}

function encodeFile({ name, bytes }: z.output<typeof FileForm>['file']): EncodedBody {
  const boundary = `file-${randomUUID()}`;
  // As browsers write it: a quote or a line break would end the name.
  const escaped = name.toWellFormed().replaceAll(/["\r\n]/g, encodeURIComponent);
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escaped}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { body, contentType: `multipart/form-data; boundary=${boundary}` };
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

function fillPath(template: string, params: Values): string {
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
function encodeQuery(query: Values): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${encode(name)}=${encode(toQueryText(value))}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

// A lone surrogate, as a search box sends while typing, cannot be encoded.
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

// Null becomes an empty text, as in `join`.
function toQueryText(value: unknown): string {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.join(',');
}

function toTextHeaders(headers: Values): Record<string, string> {
  const present = Object.entries(headers).filter(([, value]) => value != null);
  return Object.fromEntries(present.map(([name, value]) => [name, String(value)]));
}

function acceptFor({ response }: Operation): string {
  switch (response.body) {
    case 'empty':
    case 'text':
    case 'bytes':
      return '*/*';
    case 'png':
      return 'image/png, */*;q=0.1';
    case 'events':
      return 'text/event-stream';
    default:
      return 'application/json';
  }
}
