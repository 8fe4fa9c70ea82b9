import * as vscode from 'vscode';

/**
 * Returns true if VS Code lets the user change a file. VS Code does not expose to extensions that settings, permissions
 * or the user make a file read-only, but saving an unchanged document reports it and writes nothing. A changed document
 * counts as editable and is not saved.
 */
export async function isEditable(document: vscode.TextDocument): Promise<boolean> {
  if (vscode.workspace.fs.isWritableFileSystem(document.uri.scheme) === false) return false;
  return document.isUntitled || document.isDirty || document.save();
}
