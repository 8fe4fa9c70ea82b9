import type * as vscode from 'vscode';
import { DocumentFile } from './documentFile.ts';
import type { EditorServices } from './editorServices.ts';
import { FlowSession } from './flowSession.ts';
import { FileDebugMarks } from './vscodeDebugMarks.ts';
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
  return (webview, extension) => {
    const marks = new FileDebugMarks(document.uri);
    const window = vscodeWindow(webview, marks, extension, services);
    return new FlowSession(file, window, services, facts, marks);
  };
}
