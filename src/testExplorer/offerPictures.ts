import * as vscode from 'vscode';
import { parseFlow } from '../flow/document/flowDocument.ts';
import { pathAt } from '../flow/document/pathAt.ts';
import { Command } from '../manifest.ts';

const TITLE = 'Accept Pictures…';

/** Offers to accept the pictures of a file of tests where it lists them. */
export function offerPictures(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
  const path = pathAt(parseFlow(document.getText()), document.offsetAt(range.start));
  if (!path.includes('pictures')) return [];
  const action = new vscode.CodeAction(TITLE, vscode.CodeActionKind.QuickFix);
  action.command = { title: TITLE, command: Command.acceptPictures, arguments: [document.uri] };
  return [action];
}
