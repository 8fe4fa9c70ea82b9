import * as vscode from 'vscode';
import { DocumentFile } from './documentFile.ts';
import type { EditorServices } from './editorServices.ts';
import { FlowSession } from './flowSession.ts';
import { FileDebugMarks } from './vscodeDebugMarks.ts';
import { dialogs } from '../host/dialogs.ts';
import { openPage } from '../host/page.ts';
import { reportFailure } from '../appState/report.ts';
import { flowEditorProtocol } from '../protocol/flowEditor.ts';
import { chooseAction, recentActions, rememberAction } from './chooseAction.ts';
import { chooseReferences } from './chooseReferences.ts';
import { listApps } from './listApps.ts';
import { listCredentials } from './listCredentials.ts';
import type { EditorWindow } from './editorWindow.ts';

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

/** Returns the VS Code window for a visual editor in a webview. */
function vscodeWindow(
  webview: vscode.Webview,
  marks: FileDebugMarks,
  extension: vscode.Uri,
  { catalog, memory, log, ...lists }: EditorServices,
): EditorWindow {
  return {
    get isTrusted() {
      return vscode.workspace.isTrusted;
    },
    onDidTrust: listener => vscode.workspace.onDidGrantWorkspaceTrust(() => listener()),
    onDidChangeTabs: listener => vscode.window.tabGroups.onDidChangeTabGroups(() => listener()),
    get debugMarks() {
      return marks.marks;
    },
    onDidChangeDebugMarks: marks.onDidChange,
    openPage: (first, host) =>
      openPage(webview, extension, { name: 'flowEditor', title: 'Flow', first }, flowEditorProtocol, host),
    run: async (command, ...given) => vscode.commands.executeCommand(command, ...given),
    tell: sentence => void dialogs.showInformationMessage(sentence),
    report: error => void reportFailure(error, log),
    readClipboard: async () => vscode.env.clipboard.readText(),
    writeClipboard: async text => vscode.env.clipboard.writeText(text),
    recentActions: () => recentActions(memory),
    rememberAction: id => rememberAction(memory, id),
    chooseAction: title => chooseAction(title, catalog, memory),
    chooseReferences,
    listApps: deviceIds => listApps(deviceIds, catalog),
    listCredentials: packageName => listCredentials(packageName, lists),
  };
}
