import { readFile } from 'node:fs/promises';
import { decodeText } from '../util/decodeText.ts';
import { errorCode, toError } from '../util/errors.ts';

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
 * Reads a UTF-8 file, without the byte order mark that some editors add. Rejects with EncodingError, which
 * `readingProblem` describes, for any other encoding.
 */
export async function readText(file: string): Promise<string> {
  return decodeText(await readFile(file)).text;
}
