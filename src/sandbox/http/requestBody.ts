import { readBytes } from '../runtime/readBytes.ts';
import { parseBody } from 'hono/utils/body';
import { BUDGETS } from '../../util/budgets.ts';
import { lostNumberIn, lostNumberText, parseExact } from '../../util/exactJson.ts';
import { Refusal } from '../runtime/refusal.ts';

/** The maximum size of a request body, in bytes. */
export const MAX_REQUEST_BYTES: number = BUDGETS.request.bytes;

/**
 * Reads a JSON body; undefined if there is none. Throws a 413 Refusal above the maximum size and a 400 for invalid
 * JSON.
 */
export async function readRequestBody(request: Request): Promise<unknown> {
  const bytes = await readBody(request, MAX_REQUEST_BYTES);
  if (bytes.length === 0) return undefined;
  const value = parse(bytes);
  const lostNumber = lostNumberIn(value);
  if (lostNumber) throw new Refusal(400, 'malformed_json', lostNumberText(lostNumber));
  return value;
}

/**
 * Reads the file of a multipart form: the first part named `file`; undefined if there is none. Throws a 413 Refusal above
 * the maximum size and a 400 for a form that ends early.
 */
export async function readUpload(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  // The form itself takes some space beside its file.
  const bytes = await readBody(request, BUDGETS.upload.bytes + MAX_REQUEST_BYTES);
  const form = new Request('http://localhost', {
    method: 'POST',
    body: bytes,
    headers: { 'content-type': type },
  });
  const { file } = await parseBody(form).catch(() => {
    throw new Refusal(400, 'malformed_form', 'The request body is not a multipart form.');
  });
  if (!(file instanceof File)) return {};
  if (file.size > BUDGETS.upload.bytes) throw tooLarge('A file', BUDGETS.upload.bytes);
  return { file: { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) } };
}

async function readBody({ body }: Request, most: number): Promise<Buffer<ArrayBuffer>> {
  if (body === null) return Buffer.alloc(0);
  const bytes = await readBytes(body, most);
  if (!bytes) throw tooLarge('A request body', most);
  return bytes;
}

function tooLarge(what: string, most: number): Refusal {
  const message = `${what} has at most ${most} bytes.`;
  return new Refusal(413, 'body_too_large', message, { headers: { connection: 'close' } });
}

function parse(bytes: Uint8Array): unknown {
  try {
    return parseExact(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal(400, 'malformed_json', 'The request body is not JSON in UTF-8.');
  }
}
