import * as vscode from 'vscode';
import { exists } from './files.ts';

/** Glob pattern of flow files, for watchers, providers and searches. */
export const FLOW_FILES = '**/*.flow.json';

const OF_PACKAGES = '**/node_modules/**';

/** Finds the flow files in all open folders or in one folder, except in node_modules; `most` limits the number. */
export function findFlowFiles(
  within: {
    readonly folder?: vscode.Uri;
    readonly most?: number;
    readonly token?: vscode.CancellationToken;
  } = {},
): Thenable<vscode.Uri[]> {
  const { folder, most, token } = within;
  const pattern = folder ? new vscode.RelativePattern(folder, FLOW_FILES) : FLOW_FILES;
  return vscode.workspace.findFiles(pattern, OF_PACKAGES, most, token);
}

/** Selects the documents that can be flow files; `isFlowDocument` makes the final decision. */
export const FLOW_DOCUMENTS: vscode.DocumentSelector = [
  { pattern: FLOW_FILES },
  { scheme: 'untitled', language: 'json' },
];

/** Property names that are rare in other JSON files. */
const MARK = /"(?:actionId|triggerId)"\s*:/;

/**
 * True for a document with the name of a flow file, and for an untitled JSON document with the properties of a flow.
 */
export function isFlowDocument(document: vscode.TextDocument): boolean {
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

/** Returns the URI of a flow file that neither exists nor is open; an untitled one if there is no folder. */
export async function freeFlowFile(folder: vscode.Uri | undefined, stem: string): Promise<vscode.Uri> {
  for (let number = 1; ; number++) {
    const name = `${stem}${number === 1 ? '' : `-${number}`}.flow.json`;
    const file = folder
      ? vscode.Uri.joinPath(folder, name)
      : vscode.Uri.from({ scheme: 'untitled', path: `/${name}` });
    const isOpen = vscode.workspace.textDocuments.some(({ uri }) => uri.path === file.path);
    if (!isOpen && (!folder || !(await exists(file)))) return file;
  }
}

/** Returns the file of a launch configuration: the path of a file on disk, or a URI. */
export function fileOf(flow: string): vscode.Uri {
  return /^[A-Za-z][\w+.-]+:/.test(flow) ? vscode.Uri.parse(flow) : vscode.Uri.file(flow);
}

/** Returns the path of a file on disk, or else its URI, as VS Code names the sources of breakpoints. */
export function addressOf(file: vscode.Uri): string {
  return file.scheme === 'file' ? file.fsPath : file.toString();
}
