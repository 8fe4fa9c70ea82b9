import * as vscode from 'vscode';
import { readAtMost } from './readAtMost.ts';

/** The most bytes that are read of a flow file or of one beside it. */
export const FILE_LIMIT = 10_000_000;

/**
 * The text of a file as it stands in an editor, saved or not. Without changes of its own a document may not
 * have heard yet that its file was changed, so then the file itself is read. Rejects where there is none, or
 * one that is too large.
 */
export async function fileText(file: vscode.Uri): Promise<string> {
  const open = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === file.toString());
  if (open && (open.isDirty || open.isUntitled)) return open.getText();
  return new TextDecoder().decode(await readAtMost(file, FILE_LIMIT));
}
