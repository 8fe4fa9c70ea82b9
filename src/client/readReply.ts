import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as z from 'zod';
import { checkReply } from '../contract/checkReply.ts';
import type { Operation } from '../contract/operation.ts';
import { BUDGETS } from '../util/budgets.ts';
import { excessiveSize } from '../util/pictureSize.ts';
import { isPng } from '../util/pngSize.ts';
import type { HttpResponse } from './sendOnce.ts';
import { CallFailure, contractFailure } from './callFailure.ts';
import { readEvents } from './events.ts';
import { hasMoreValues, isDeeperThan } from '../util/jsonSize.ts';
import {
  isJson,
  MAX_BODY_BYTES,
  MAX_FILE_BYTES,
  mediaTypeOf,
  notJsonFailure,
  parseReply,
  readBody,
  readChunks,
} from './readBody.ts';

/** The maximum nesting depth of a reply; far more than any record has, and far from exhausting the stack. */
export const MAX_LEVELS = BUDGETS.reply.levels;
/** The maximum number of JSON values in a reply, so that parsing does not block the extension host. */
export const MAX_VALUES = BUDGETS.reply.parts.values;
/** The size of a body in bytes above which other work runs between the steps of reading it. */
const LARGE_BODY = 500_000;

/** The maximum length in characters of a field name in an error. */
const MAX_FIELD_LENGTH = 200;

/** Reads a successful response as the operation table describes it. Throws CallFailure for anything else. */
export async function readReply(operation: Operation, response: HttpResponse): Promise<unknown> {
  const expected = operation.response.body;
  // A captive portal answers any request with 200 and HTML, which must not count as success.
  if (typeof expected === 'string' && mediaTypeOf(response) === 'text/html') {
    throw notJsonFailure(response, await readBody(response));
  }
  if (expected === 'events') return readEvents(readChunks(response), response.status);
  if (typeof expected !== 'string') return readJson(expected, response);
  const bytes = await readBody(response, expected === 'bytes' ? MAX_FILE_BYTES : MAX_BODY_BYTES);
  switch (expected) {
    case 'empty':
      return undefined;
    case 'text':
      return readText(response, bytes);
    case 'png':
      return readPng(response, bytes);
    case 'bytes':
      return bytes;
  }
}

async function readJson(schema: z.ZodType, response: HttpResponse): Promise<unknown> {
  const { status } = response;
  const bytes = await readBody(response);
  if (bytes.length === 0) {
    // 204 without a body is equivalent to an object without fields.
    const nothing = status === 204 ? schema.safeParse({}) : undefined;
    if (nothing?.success) return nothing.data;
    throw new CallFailure({ kind: 'emptyBody', status });
  }
  if (hasMoreValues(bytes, MAX_VALUES))
    throw contractFailure(status, 'body', `has more than ${MAX_VALUES} values`);
  const isLarge = bytes.length > LARGE_BODY;
  if (isLarge) await nextTurn();
  const json = parseReply(bytes);
  if (!json) throw notJsonFailure(response, bytes);
  if (isLarge) await nextTurn();
  if (isDeeperThan(MAX_LEVELS, json.value)) {
    throw contractFailure(status, 'body', `is nested deeper than ${MAX_LEVELS} levels`);
  }
  const { error, value } = await checkReply(schema, json.value, bytes.length, nextTurn);
  if (!error) return value;
  const [first] = error.issues;
  throw new CallFailure(
    {
      kind: 'contract',
      status,
      field: fieldName(first?.path ?? []),
      expected: first?.message ?? 'does not fit',
      readable: value,
    },
    { cause: error },
  );
}

// For JSON that is a string, the service means its content.
function readText(response: HttpResponse, bytes: Uint8Array): string {
  const json = isJson(response) ? parseReply(bytes)?.value : undefined;
  return typeof json === 'string' ? json : new TextDecoder().decode(bytes);
}

function readPng(response: HttpResponse, bytes: Uint8Array): Uint8Array {
  if (bytes.length === 0) throw new CallFailure({ kind: 'emptyBody', status: response.status });
  if (!isPng(bytes)) throw contractFailure(response.status, 'body', 'is not a PNG picture');
  const excess = excessiveSize(bytes);
  if (!excess) return bytes;
  throw contractFailure(
    response.status,
    'body',
    `is a picture of ${excess.width} × ${excess.height} pixels, more than can be shown`,
  );
}

function fieldName(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'body' : path.map(String).join('.').slice(0, MAX_FIELD_LENGTH);
}
