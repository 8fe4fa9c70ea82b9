import * as vscode from 'vscode';
import type { TextRange } from '../flow/document/diagnostic.ts';

/** Converts offsets in a document to a VS Code range. */
export function toRange(document: vscode.TextDocument, { start, end }: TextRange): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}
