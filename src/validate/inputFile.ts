import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { arrayBuffer } from 'node:stream/consumers';
import { BUDGETS } from '../util/budgets.ts';
import { decodeText } from '../util/decodeText.ts';
import { errorCode, toError } from '../util/errors.ts';
import { hasMoreValues } from '../util/jsonSize.ts';

/** Thrown for an unusable file; the message is a sentence for the user. */
export class InputError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InputError';
  }
}

/** Returns the reason for a failed read, as the end of a sentence. */
export function readingProblem(error: unknown): string {
  const code = errorCode(error);
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES' || code === 'EPERM') return 'reading it is not permitted';
  return toError(error).message;
}

/**
 * Reads a UTF-8 file, without the byte order mark that some editors add. Rejects with an error that `readingProblem`
 * describes for a file that is too large, and with EncodingError for any other encoding.
 */
export async function readText(file: string): Promise<string> {
  const { bytes: most, parts } = BUDGETS.input;
  const bytes = await readUpTo(file, most);
  if (!bytes) throw new Error(`it is larger than ${most} bytes`);
  // Building that many values would take gigabytes.
  if (hasMoreValues(bytes, parts.values)) throw new Error(`it has more than ${parts.values} values`);
  return decodeText(bytes).text;
}

/** Reads a file; undefined if it has more than `most` bytes. Rejects with an error that `readingProblem` describes. */
export async function readUpTo(file: string, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if ((await stat(file)).size > most) return undefined;
  // Pipes and devices have no size, and a device such as /dev/zero has no end either.
  const bytes = new Uint8Array(await arrayBuffer(createReadStream(file, { end: most })));
  return bytes.length > most ? undefined : bytes;
}
