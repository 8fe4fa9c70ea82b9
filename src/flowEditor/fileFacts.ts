import type * as vscode from 'vscode';
import type { FlowLinks } from '../host/flowLinks.ts';
import { isEditable } from './editable.ts';

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
  const [editable, flowId] = await Promise.all([
    isEditable(document),
    readFlowId(document, links, connectionId),
  ]);
  return { editable, flowId };
}

/** Reads which flow a file is linked to on a connection. */
export async function readFlowId(
  document: vscode.TextDocument,
  links: FlowLinks,
  connectionId: string | undefined,
): Promise<string | undefined> {
  return connectionId === undefined ? undefined : (await links.of(connectionId, document.uri))?.flowId;
}
