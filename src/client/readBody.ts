import { BUDGETS } from '../util/budgets.ts';
import { parseExact } from '../util/exactJson.ts';
import type { HttpResponse } from './sendOnce.ts';
import { CallFailure } from './callFailure.ts';
import { errorCode } from '../util/errors.ts';

/** The maximum size of a response body, in bytes. */
export const MAX_BODY_BYTES: number = BUDGETS.reply.bytes;
/** The maximum size of a file, such as a video, in bytes. */
export const MAX_FILE_BYTES: number = BUDGETS.video.bytes;
/** The maximum memory reserved for a body because of its stated size, in bytes; more follows as the body arrives. */
const MAX_RESERVED = 1024 * 1024;

const CUT_OFF_CODES = new Set([
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_ABORTED',
  'ECONNRESET',
  'EPIPE',
  'HPE_INVALID_EOF_STATE',
]);

/** Yields the chunks of a body as they arrive. Throws CallFailure `cutOff` if the connection breaks. */
export async function* readChunks({ status, body }: HttpResponse): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    if (CUT_OFF_CODES.has(errorCode(cause) ?? ''))
      throw new CallFailure({ kind: 'cutOff', status }, { cause });
    throw cause;
  }
}

/** Reads an entire body. Throws CallFailure `cutOff` if the connection breaks and `tooLarge` above the maximum size. */
export async function readBody(
  response: HttpResponse,
  limitBytes: number = MAX_BODY_BYTES,
): Promise<Uint8Array> {
  // Memory for all at once avoids copies of a body in many chunks, such as a picture.
  const stated = Math.min(Number(response.headers['content-length'] ?? 0), MAX_RESERVED) || 0;
  let bytes: Uint8Array = new Uint8Array();
  let size = 0;
  for await (const chunk of readChunks(response)) {
    const before = size;
    size += chunk.length;
    if (size > limitBytes) {
      throw new CallFailure({ kind: 'tooLarge', status: response.status, limitBytes });
    }
    // Chunks may be as small as one byte, so they are not kept in an array.
    const isWhole = before === 0 && size >= stated;
    bytes = isWhole
      ? chunk
      : appendChunk(bytes, before, chunk, Math.min(Math.max(2 * before, stated), limitBytes));
  }
  return bytes.subarray(0, size);
}

/** Returns the media type of a response in lower case, without parameters; empty if there is none. */
export function mediaTypeOf(response: HttpResponse): string {
  return (response.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Returns true if the content type is JSON (wire facts 16). */
export function isJson(response: HttpResponse): boolean {
  const type = mediaTypeOf(response);
  return type === 'application/json' || type.endsWith('+json');
}

/** Parses JSON, keeping numbers that would be lost as LostNumber; undefined if the text is not JSON. */
export function parseReply(bytes: Uint8Array): { readonly value: unknown } | undefined {
  try {
    return { value: parseExact(new TextDecoder().decode(bytes)) };
  } catch {
    return undefined;
  }
}

/** Returns the failure for a body that is not JSON as expected, with an excerpt of its text. */
export function notJsonFailure(response: HttpResponse, bytes: Uint8Array): CallFailure {
  const text = new TextDecoder().decode(bytes.subarray(0, 400)).replaceAll(/\s+/g, ' ').trim();
  return new CallFailure({
    kind: 'notJson',
    status: response.status,
    mediaType: mediaTypeOf(response),
    excerpt: text.slice(0, 120),
  });
}

// Appends a chunk after the first `size` bytes; a full buffer grows to `wanted` bytes.
function appendChunk(bytes: Uint8Array, size: number, chunk: Uint8Array, wanted: number): Uint8Array {
  const newSize = size + chunk.length;
  if (newSize <= bytes.length) {
    bytes.set(chunk, size);
    return bytes;
  }
  const grown = Buffer.allocUnsafe(Math.max(newSize, wanted));
  grown.set(bytes.subarray(0, size));
  grown.set(chunk, size);
  return grown;
}
