import type { FlowDiagnostic } from '../flow/document/diagnostic.ts';
import type { FlowDocument } from '../flow/document/flowDocument.ts';
import { type LineColumn, lineColumns } from '../flow/document/lineColumns.ts';
import { pathAt } from '../flow/document/pathAt.ts';
import { pointerOf } from '../flow/form/pointer.ts';

/** A range in a file: lines and columns from 1, columns in UTF-16 code units. */
export interface FileRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface Finding extends FileRange {
  readonly file: string;
  /** JSON pointer to the value. */
  readonly path: string;
  readonly severity: FlowDiagnostic['severity'];
  readonly code: FlowDiagnostic['code'];
  readonly message: string;
  readonly related: readonly (FileRange & { readonly message: string })[];
}

/** Converts the diagnostics of a file to findings. */
export function findingsOf(
  file: string,
  document: FlowDocument,
  diagnostics: readonly FlowDiagnostic[],
): readonly Finding[] {
  const placeAt = lineColumns(document.text);
  return diagnostics.map(({ start, end, severity, code, message, related = [] }) => ({
    file,
    path: pointerOf(pathAt(document, start)),
    ...placeOf(placeAt, start, end),
    severity,
    code,
    message,
    related: related.map(other => ({ ...placeOf(placeAt, other.start, other.end), message: other.message })),
  }));
}

/** Returns the finding of a file that cannot be read. */
export function unreadFinding(file: string, message: string): Finding {
  const place = { line: 1, column: 1, endLine: 1, endColumn: 1 };
  return { file, path: '', ...place, severity: 'error', code: 'syntax', message, related: [] };
}

function placeOf(placeAt: (offset: number) => LineColumn, start: number, end: number): FileRange {
  const [line, column] = placeAt(start);
  const [endLine, endColumn] = placeAt(end);
  return { line: line + 1, column: column + 1, endLine: endLine + 1, endColumn: endColumn + 1 };
}
