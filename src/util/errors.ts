import { isObject } from './isObject.ts';

/** Returns a caught value as an error. */
export function toError(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause));
}

/** Returns the code of an error of Node, such as `EACCES`. */
export function errorCode(error: unknown): string | undefined {
  const code = isObject(error) && 'code' in error ? error['code'] : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Returns true if the error says that the file does not exist. */
export function isNotFound(error: unknown): boolean {
  return errorCode(error) === 'ENOENT';
}

/** Returns the result of a file operation; undefined if the file does not exist. */
export async function unlessMissing<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
