import * as vscode from 'vscode';
import type { TextRange } from '../../flow/document/diagnostic.ts';
import { FLOW_EDITOR } from '../../manifest.ts';
import type { FlowEditorApi } from '../commandServices.ts';

/** Opens a file in the visual editor or as text, and reveals a range of its text there. */
export async function showInFile(
  { file, isVisual }: { readonly file: vscode.Uri; readonly isVisual: boolean },
  range: TextRange | undefined,
  editors: FlowEditorApi,
): Promise<void> {
  if (isVisual) {
    await vscode.commands.executeCommand('vscode.openWith', file, FLOW_EDITOR);
    if (range) editors.reveal(file, range.start);
    return;
  }
  const document = await vscode.workspace.openTextDocument(file);
  const selection =
    range && new vscode.Range(document.positionAt(range.start), document.positionAt(range.end));
  await vscode.window.showTextDocument(document, { preview: false, ...(selection ? { selection } : {}) });
}
