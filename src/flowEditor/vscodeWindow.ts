import * as vscode from 'vscode';
import { dialogs } from '../host/dialogs.ts';
import { openPage } from '../host/page.ts';
import { reportFailure } from '../appState/report.ts';
import { flowEditorProtocol } from '../protocol/flowEditor.ts';
import { chooseAction, recentActions, rememberAction } from './chooseAction.ts';
import { chooseRun } from './chooseRun.ts';
import { chooseReferences } from './chooseReferences.ts';
import { listCredentials } from './listCredentials.ts';
import type { EditorServices } from './editorServices.ts';
import type { EditorWindow } from './editorWindow.ts';
import type { FileDebugMarks } from './vscodeDebugMarks.ts';

/** Returns the VS Code window for a visual editor in a webview. */
export function vscodeWindow(
  webview: vscode.Webview,
  marks: FileDebugMarks,
  extension: vscode.Uri,
  { session, catalog, memory, log, ...lists }: EditorServices,
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
    listCredentials: packageName => listCredentials(packageName, lists),
    chooseRun: flowId => chooseRun(session, flowId),
  };
}
