import { errorCode } from '../util/fileError.ts';

/** Thrown when a file cannot be used, with the sentence for the person who named it. */
export class InputError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InputError';
  }
}

/** Why a file cannot be read, as the end of a sentence. */
export function readingProblem(error: unknown): string {
  const code = errorCode(error);
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES' || code === 'EPERM') return 'reading it is not permitted';
  return error instanceof Error ? error.message : String(error);
}
