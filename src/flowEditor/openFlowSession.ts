import type * as vscode from 'vscode';
import { DocumentFile } from './documentFile.ts';
import type { EditorServices } from './editorServices.ts';
import { FlowSession } from './flowSession.ts';
import { vscodeWindow } from './vscodeWindow.ts';

/** Opens the prepared visual editor in a webview. */
export type OpenFlowSession = (webview: vscode.Webview, extension: vscode.Uri) => FlowSession;

/** Reads the initial data of a visual editor; returns the function that opens it. */
export async function prepareFlowSession(
  document: vscode.TextDocument,
  services: EditorServices,
): Promise<OpenFlowSession> {
  const file = new DocumentFile(document, await services.openFlowDocuments());
  const facts = await FlowSession.prepare(file, services);
  return (webview, extension) =>
    new FlowSession(file, vscodeWindow(webview, extension, services), services, facts);
}
