import * as vscode from 'vscode';
import { type Dialogs, plainDialogs, plainlyShown } from './plainDialogs.ts';

/** The dialogs of this window. All messages and prompts of the extension use these instead of `vscode.window`. */
export const dialogs: Dialogs = plainDialogs(vscode.window);

/** Creates a language status item that shows plain text, since VS Code turns link syntax in its text into links. */
export function createLanguageStatus(
  id: string,
  documents: vscode.DocumentSelector,
): vscode.LanguageStatusItem {
  return plainlyShown(vscode.languages.createLanguageStatusItem(id, documents));
}
