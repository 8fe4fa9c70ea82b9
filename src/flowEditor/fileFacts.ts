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
  uri: vscode.Uri,
  links: FlowLinks,
  connectionId: string | undefined,
): Promise<FileFacts> {
  const [editable, link] = await Promise.all([
    isEditable(uri),
    connectionId === undefined ? undefined : links.of(connectionId, uri),
  ]);
  return { editable, flowId: link?.flowId };
}

async function isEditable(uri: vscode.Uri): Promise<boolean> {
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
