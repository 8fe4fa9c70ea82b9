import type { PathSegment } from '../template.ts';

/** Converts a path to a JSON Pointer (RFC 6901); the empty text for the root. */
export function pointerOf(path: readonly PathSegment[]): string {
  return path.map(segment => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
