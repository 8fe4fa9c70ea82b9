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
  if (request.body === null) return undefined;
  const received: AsyncIterable<Uint8Array> = request.body;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of received) {
    size += chunk.length;
    if (size > MAX_REQUEST_BYTES) {
      const message = `A request body has at most ${MAX_REQUEST_BYTES} bytes.`;
      throw new Refusal(413, 'body_too_large', message, { headers: { connection: 'close' } });
    }
    chunks.push(chunk);
  }
  if (size === 0) return undefined;
  const value = parse(Buffer.concat(chunks));
  const lostNumber = lostNumberIn(value);
  if (lostNumber) throw new Refusal(400, 'malformed_json', lostNumberText(lostNumber));
  return value;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return parseExact(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal(400, 'malformed_json', 'The request body is not JSON in UTF-8.');
  }
}
