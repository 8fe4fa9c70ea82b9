import * as vscode from 'vscode';
import type { FlowDiagnostic, Severity, TextRange } from '../flow/document/diagnostic.ts';

/** What diagnostics of flow files are said to come from. */
export const SOURCE = 'flow';

const SEVERITIES: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Hint,
};

/** A diagnostic of a file as VS Code shows it; `toRange` tells where a part of the text stands. */
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
