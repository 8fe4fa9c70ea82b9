import * as vscode from 'vscode';
import type { TextRange } from '../flow/document/diagnostic.ts';

/** A part of a text as VS Code counts it. */
export function toRange(document: vscode.TextDocument, { start, end }: TextRange): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}
