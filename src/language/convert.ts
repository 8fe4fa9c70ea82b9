import * as vscode from 'vscode';
import type { FlowDiagnostic, Severity, TextRange } from '../flow/document/diagnostic.ts';
import { lineColumns } from '../flow/document/lineColumns.ts';

/** Converts offsets in a document to a range. */
export function toRange(document: vscode.TextDocument, { start, end }: TextRange): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

/** Returns a function that converts offsets in the text of a file to a range. */
export function rangesOf(text: string): (part: TextRange) => vscode.Range {
  const placeAt = lineColumns(text);
  return ({ start, end }) => new vscode.Range(...placeAt(start), ...placeAt(end));
}

/** The source of all diagnostics of flow files. */
export const SOURCE = 'flow';

const SEVERITIES: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Hint,
};

/** Converts a diagnostic for VS Code; `toRange` converts offsets to ranges. */
export function toDiagnostic(
  file: vscode.Uri,
  toRange: (part: TextRange) => vscode.Range,
  found: FlowDiagnostic,
): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(toRange(found), found.message, SEVERITIES[found.severity]);
  diagnostic.code = found.code;
  diagnostic.source = SOURCE;
  diagnostic.relatedInformation = (found.related ?? []).map(
    part => new vscode.DiagnosticRelatedInformation(new vscode.Location(file, toRange(part)), part.message),
  );
  if (found.code === 'unused-setting') diagnostic.tags = [vscode.DiagnosticTag.Unnecessary];
  return diagnostic;
}
