import type { Answer } from './answer.ts';
import { CallFailure } from './callFailure.ts';

/** Largest answer that is read, in bytes. */
export const LARGEST_BODY = 32 * 1024 * 1024;

const CUT_OFF_CODES = new Set([
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_ABORTED',
  'ECONNRESET',
  'EPIPE',
  'HPE_INVALID_EOF_STATE',
]);

/** The parts of a body as they arrive. Throws CallFailure `cutOff` when it breaks off. */
export async function* readChunks({ status, body }: Answer): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    if (isCutOff(cause)) throw new CallFailure({ kind: 'cutOff', status }, { cause });
    throw cause;
  }
}

/** Reads a whole body. Throws CallFailure `cutOff` when it breaks off and `tooLarge` past the limit. */
export async function readBody(answer: Answer): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readChunks(answer)) {
    size += chunk.length;
    if (size > LARGEST_BODY) {
      throw new CallFailure({ kind: 'tooLarge', status: answer.status, limitBytes: LARGEST_BODY });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** The media type of an answer in lower case, without parameters; empty when there is none. */
export function mediaType(answer: Answer): string {
  return (answer.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Whether an answer says it is JSON (wire facts 16). */
export function isJson(answer: Answer): boolean {
  const type = mediaType(answer);
  return type === 'application/json' || type.endsWith('+json');
}

/** Parses JSON; undefined where the text is none. */
export function parseJson(bytes: Uint8Array): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder().decode(bytes)) as unknown };
  } catch {
    return undefined;
  }
}

/** The failure for a body that is not the JSON it should be, with its beginning as text. */
export function notJson(answer: Answer, bytes: Uint8Array): CallFailure {
  const text = new TextDecoder().decode(bytes.subarray(0, 400)).replaceAll(/\s+/g, ' ').trim();
  return new CallFailure({
    kind: 'notJson',
    status: answer.status,
    mediaType: mediaType(answer),
    excerpt: text.slice(0, 120),
  });
}

function isCutOff(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && CUT_OFF_CODES.has(String(cause.code));
}
