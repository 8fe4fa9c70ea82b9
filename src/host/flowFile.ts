import * as vscode from 'vscode';
import { FLOW_FILES } from './findFlowFiles.ts';

/** Selects the documents that can be flow files; `isFlowFile` makes the final decision. */
export const FLOW_DOCUMENTS: vscode.DocumentSelector = [
  { pattern: FLOW_FILES },
  { scheme: 'untitled', language: 'json' },
];

/** Property names that are rare in other JSON files. */
const MARK = /"(?:actionId|triggerId)"\s*:/;

/**
 * True for a document with the name of a flow file, and for an untitled JSON document with the properties of a flow.
 */
export function isFlowFile(document: vscode.TextDocument): boolean {
  const { uri, languageId } = document;
  if (uri.path.endsWith('.flow.json')) return true;
  return uri.scheme === 'untitled' && languageId === 'json' && MARK.test(document.getText());
}

/** True for a document that the user can edit; false for one that is only displayed, such as the old side of a diff. */
export function isUserFile({ uri }: vscode.TextDocument): boolean {
  const { workspace } = vscode;
  if (uri.scheme === 'untitled' || workspace.getWorkspaceFolder(uri)) return true;
  return workspace.fs.isWritableFileSystem(uri.scheme) === true;
}
