import type { FlowDiagnostic } from '../flow/document/diagnostic.ts';
import { type FlowDocument } from '../flow/document/flowDocument.ts';
import { pathAt } from '../flow/document/pathAt.ts';

/** A place in a file as people count: lines and columns from 1, columns in UTF-16 units. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A diagnostic of a file. */
export interface Finding extends Place {
  readonly file: string;
  /** JSON pointer to the value. */
  readonly path: string;
  readonly severity: FlowDiagnostic['severity'];
  readonly code: FlowDiagnostic['code'];
  readonly message: string;
  readonly related: readonly (Place & { readonly message: string })[];
}

/** The diagnostics of a file with their places. */
export function findingsOf(
  file: string,
  document: FlowDocument,
  diagnostics: readonly FlowDiagnostic[],
): readonly Finding[] {
  const lines = lineStarts(document.text);
  return diagnostics.map(({ start, end, severity, code, message, related = [] }) => ({
    file,
    path: pathAt(document, start).map(pointerPart).join(''),
    ...placeOf(lines, start, end),
    severity,
    code,
    message,
    related: related.map(one => ({ ...placeOf(lines, one.start, one.end), message: one.message })),
  }));
}

function pointerPart(segment: string | number): string {
  return `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function placeOf(lines: readonly number[], start: number, end: number): Place {
  const [line, column] = pointOf(lines, start);
  const [endLine, endColumn] = pointOf(lines, end);
  return { line, column, endLine, endColumn };
}

function pointOf(lines: readonly number[], offset: number): readonly [line: number, column: number] {
  const line = lines.findLastIndex(start => start <= offset);
  return [line + 1, offset - (lines[line] ?? 0) + 1];
}

function lineStarts(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(match => match.index + match[0].length)];
}
