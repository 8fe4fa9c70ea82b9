import * as vscode from 'vscode';
import type { FlowLinks } from '../host/flowLinks.ts';

/** What is known of a file besides its text. */
export interface FileFacts {
  readonly editable: boolean;
  /** The flow that it is linked to on a connection. */
  readonly flowId: string | undefined;
}

/** Reads what is known of a file; `connectionId` is that of the active connection. */
export async function readFileFacts(
  document: vscode.TextDocument,
  links: FlowLinks,
  connectionId: string | undefined,
): Promise<FileFacts> {
  const [editable, link] = await Promise.all([
    isEditable(document),
    connectionId === undefined ? undefined : links.of(connectionId, document.uri),
  ]);
  return { editable, flowId: link?.flowId };
}

async function isEditable(document: vscode.TextDocument): Promise<boolean> {
  const { uri } = document;
  if (isLocked(document)) return false;
  if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) === false) return false;
  if (uri.scheme === 'untitled') return true;
  try {
    const { permissions } = await vscode.workspace.fs.stat(uri);
    return ((permissions ?? 0) & vscode.FilePermission.Readonly) === 0;
  } catch {
    // A file that is gone can still be written.
    return true;
  }
}

// What settings lock shows a lock in its tab, but no extension is told of it.
function isLocked(document: vscode.TextDocument): boolean {
  const settings = vscode.workspace.getConfiguration('files', document.uri);
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  const names = (name: string): boolean =>
    Object.entries(settings.get<Readonly<Record<string, boolean>>>(name, {})).some(([pattern, isOn]) => {
      const own = folder ? new vscode.RelativePattern(folder, pattern) : pattern;
      return isOn && vscode.languages.match({ pattern: own }, document) > 0;
    });
  return names('readonlyInclude') && !names('readonlyExclude');
}
