import * as vscode from 'vscode';

/** A replacement of a part of a text; offsets in characters. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits that do not overlap to a document as one edit that can be undone. Resolves to false if it is refused. */
export async function editDocument(
  document: vscode.TextDocument,
  edits: readonly Replacement[],
): Promise<boolean> {
  // VS Code reports an edit without changes as refused.
  if (edits.length === 0) return true;
  return vscode.workspace.applyEdit(documentEdit(document, edits));
}

/** Returns edits that do not overlap as an edit of a document. */
export function documentEdit(
  document: vscode.TextDocument,
  edits: readonly Replacement[],
): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  for (const { start, end, text } of edits) {
    const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
    edit.replace(document.uri, range, text);
  }
  return edit;
}
