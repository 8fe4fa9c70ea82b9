import type * as z from 'zod';
import type { Operation } from '../contract/operation.ts';
import type { Answer } from './answer.ts';
import { CallFailure } from './callFailure.ts';
import { readEvents } from './events.ts';
import { isJson, mediaType, notJson, parseJson, readBody, readChunks } from './readBody.ts';
import { readable } from './readable.ts';

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Reads a success into what the table promises. Throws CallFailure for anything else. */
export async function readReply(operation: Operation, answer: Answer): Promise<unknown> {
  const expected = operation.response.body;
  // A network's sign-in page answers 200 to anything, so it must not pass for a success without JSON.
  if (typeof expected === 'string' && mediaType(answer) === 'text/html') {
    throw notJson(answer, await readBody(answer));
  }
  if (expected === 'events') return readEvents(readChunks(answer));
  const bytes = await readBody(answer);
  switch (expected) {
    case 'empty':
      return undefined;
    case 'text':
      return readText(answer, bytes);
    case 'png':
      return readPng(answer, bytes);
    default:
      return readJson(expected, answer, bytes);
  }
}

function readJson(schema: z.ZodType, answer: Answer, bytes: Uint8Array): unknown {
  const { status } = answer;
  if (bytes.length === 0) {
    // 204 says in its own way what an object without fields would say.
    const nothing = status === 204 ? schema.safeParse({}) : undefined;
    if (nothing?.success) return nothing.data;
    throw new CallFailure({ kind: 'emptyBody', status });
  }
  const json = parseJson(bytes);
  if (!json) throw notJson(answer, bytes);
  const result = schema.safeParse(json.value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new CallFailure(
    {
      kind: 'contract',
      status,
      field: fieldName(issue?.path ?? []),
      expected: issue?.message ?? 'does not fit',
      readable: readable(schema, json.value, result.error.issues),
    },
    { cause: result.error },
  );
}

// Services that send JSON text, with its quotes, mean the text within.
function readText(answer: Answer, bytes: Uint8Array): string {
  const json = isJson(answer) ? parseJson(bytes)?.value : undefined;
  return typeof json === 'string' ? json : new TextDecoder().decode(bytes);
}

function readPng(answer: Answer, bytes: Uint8Array): Uint8Array {
  if (bytes.length === 0) throw new CallFailure({ kind: 'emptyBody', status: answer.status });
  if (PNG_SIGNATURE.every((byte, index) => bytes[index] === byte)) return bytes;
  throw new CallFailure({
    kind: 'contract',
    status: answer.status,
    field: 'body',
    expected: 'is not a PNG picture',
    readable: undefined,
  });
}

function fieldName(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'body' : path.map(String).join('.');
}
