import type * as vscode from 'vscode';
import { DocumentFile } from './documentFile.ts';
import type { EditorServices } from './editorServices.ts';
import { FlowSession } from './flowSession.ts';
import { vscodeWindow } from './vscodeWindow.ts';

/** Fills a webview with the visual editor that was prepared. */
export type OpenFlowSession = (webview: vscode.Webview, extension: vscode.Uri) => FlowSession;

/** Reads what a visual editor of a document begins with; what it answers opens the editor. */
export async function prepareFlowSession(
  document: vscode.TextDocument,
  services: EditorServices,
): Promise<OpenFlowSession> {
  const file = new DocumentFile(document, services.typed);
  const facts = await FlowSession.prepare(file, services);
  return (webview, extension) =>
    new FlowSession(file, vscodeWindow(webview, extension, services), services, facts);
}
