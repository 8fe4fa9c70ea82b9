import * as vscode from 'vscode';
import { type Dialogs, plainDialogs, plainlyShown } from './plainDialogs.ts';

/** The dialogs of this window. Nothing else tells or asks a person something by VS Code's own functions. */
export const dialogs: Dialogs = plainDialogs(vscode.window);

/** A status beside the language of documents, whose text VS Code reads links in too. */
export function createLanguageStatus(
  id: string,
  documents: vscode.DocumentSelector,
): vscode.LanguageStatusItem {
  return plainlyShown(vscode.languages.createLanguageStatusItem(id, documents));
}
