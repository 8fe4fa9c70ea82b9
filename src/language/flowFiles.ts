import * as vscode from 'vscode';
import { FLOW_FILES } from '../host/findFlowFiles.ts';

/** The documents that can be flow files, wherever they come from; `isFlowFile` tells which of them are. */
export const FLOW_DOCUMENTS: vscode.DocumentSelector = [
  { pattern: FLOW_FILES },
  { scheme: 'untitled', language: 'json' },
];

/** Names that hardly any other JSON has. */
const MARK = /"(?:actionId|triggerId)"\s*:/;

/** Whether a document is a flow file by its name or, before it has one, by what it holds. */
export function isFlowFile(document: vscode.TextDocument): boolean {
  const { uri, languageId } = document;
  if (uri.path.endsWith('.flow.json')) return true;
  return uri.scheme === 'untitled' && languageId === 'json' && MARK.test(document.getText());
}

/** Whether a document is there to be worked on, not to be looked at as an earlier version in a diff is. */
export function isOwn({ uri }: vscode.TextDocument): boolean {
  const { workspace } = vscode;
  if (uri.scheme === 'untitled' || workspace.getWorkspaceFolder(uri)) return true;
  return workspace.fs.isWritableFileSystem(uri.scheme) === true;
}
