import type { IncomingMessage } from 'node:http';
import type { Operation } from '../contract/operation.ts';
import { BUDGETS } from '../util/budgets.ts';
import { parseReply } from './readBody.ts';
import { refuse } from './relayRefusal.ts';

/** The maximum size of what a form has beside its file, in bytes. */
const MAX_FRAME = 4096;

/**
 * Reads the body of a request for an operation; undefined if it has none. Throws RelayRefusal for one that is too large or
 * of another form.
 */
export async function readRelayBody(operation: Operation, request: IncomingMessage): Promise<unknown> {
  const { body, bodyType } = operation;
  if (!body) {
    await readBounded(request, 0);
    return undefined;
  }
  if (bodyType === 'multipart') return readFile(request);
  const bytes = await readBounded(request, BUDGETS.request.bytes);
  const json = parseReply(bytes);
  if (!json) throw refuse(400, 'invalid_request', 'The body is not JSON.');
  return json.value;
}

async function readFile(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBounded(request, BUDGETS.upload.bytes + MAX_FRAME);
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  // The reader of the platform, which is advised against only for bodies without bounds.
  const reader: { formData: () => Promise<FormData> } = new Response(bytes, { headers });
  const form = await reader.formData().catch(() => undefined);
  const file = form?.get('file');
  if (!(file instanceof File)) throw refuse(400, 'invalid_request', 'The body is not a form with a file.');
  return { file: { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) } };
}

async function readBounded(request: IncomingMessage, most: number): Promise<Buffer<ArrayBuffer>> {
  const tooLarge = refuse(413, 'body_too_large', `The body has more than ${most} bytes.`);
  // Answered without reading it, since leaving the loop ends the connection.
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge;
  const parts: Buffer[] = [];
  let size = 0;
  const chunks: AsyncIterable<Buffer> = request;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > most) throw tooLarge;
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}
