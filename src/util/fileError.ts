import { isObject } from './isObject.ts';

/** The code that an error of a file system has, such as `EACCES`. */
export function errorCode(error: unknown): string | undefined {
  const code = isObject(error) && 'code' in error ? error['code'] : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** True for an error that says that there is no such file; all others say nothing of that. */
export function isNotFound(error: unknown): boolean {
  return errorCode(error) === 'ENOENT';
}
