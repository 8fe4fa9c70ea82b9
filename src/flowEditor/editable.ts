import * as vscode from 'vscode';

/**
 * Whether VS Code lets a file be changed. No extension is told what settings, permissions and the person lock, but
 * saving tells: where there is nothing to save it does nothing, and answers whether it could. What was changed is
 * not saved to find out.
 */
export async function isEditable(document: vscode.TextDocument): Promise<boolean> {
  if (vscode.workspace.fs.isWritableFileSystem(document.uri.scheme) === false) return false;
  return document.isUntitled || document.isDirty || document.save();
}
