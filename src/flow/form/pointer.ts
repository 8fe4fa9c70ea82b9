import type { DiagnosticData } from '../document/diagnostic.ts';
import type { PathSegment } from '../template.ts';

/** A path as a JSON Pointer (RFC 6901); the empty text for the value itself. */
export function pointerOf(path: readonly PathSegment[]): string {
  return path.map(segment => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The pointer of the part of a form that a problem stands beside; what is missing is named by its own place. */
export function problemPointer({ path = [], missing }: DiagnosticData): string {
  return pointerOf(missing === undefined ? path : [...path, missing]);
}
