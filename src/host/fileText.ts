import * as vscode from 'vscode';
import { readAtMost } from './readAtMost.ts';

/** Maximum size of a flow file or its companion files, in bytes. */
const FILE_LIMIT = 10_000_000;

/**
 * Returns the text of a file, including unsaved changes. Without unsaved changes, the file is read from disk, since an
 * open document may be outdated. Rejects if the file does not exist or is too large.
 */
export async function fileText(file: vscode.Uri): Promise<string> {
  const open = openDocument(file);
  if (open && (open.isDirty || open.isUntitled)) return open.getText();
  return new TextDecoder().decode(await readAtMost(file, FILE_LIMIT));
}

/** Returns the document of a file if it is open. */
export function openDocument(file: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === file.toString());
}
