import * as vscode from 'vscode';
import { dialogs } from '../host/dialogs.ts';
import { FLOW_EDITOR } from '../manifest.ts';
import type { StepAct } from '../protocol/flowEditor.ts';
import { activeFlowFile, fileOf } from './flowFiles.ts';
import type { Services } from './services.ts';

/** Shows a flow file in the visual editor: the one of a menu, or the one in front at the place of its cursor. */
export async function openFlowVisually({ flowEditors }: Services, argument?: unknown): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const offset = editor?.document.offsetAt(editor.selection.active);
  const file = await openWith(FLOW_EDITOR, argument);
  if (file && offset !== undefined && file.toString() === editor?.document.uri.toString())
    flowEditors.reveal(file, offset);
}

/** Shows the flow file in front, or that of a menu, as text. */
export async function openFlowAsText(_: Services, argument?: unknown): Promise<void> {
  await openWith('default', argument);
}

/** The handler of a command that does something to the steps that are selected in the visual editor. */
export function onSteps(act: StepAct): (services: Services) => Promise<void> {
  return ({ flowEditors }) => flowEditors.actOnSteps(act);
}

async function openWith(editor: string, argument: unknown): Promise<vscode.Uri | undefined> {
  const active = activeFlowFile();
  const file = fileOf(argument) ?? active;
  if (!file) {
    void dialogs.showInformationMessage('Open a *.flow.json file first.');
    return undefined;
  }
  // The editor in front becomes the other one, with what was not saved yet.
  if (file.toString() === active?.toString()) {
    await vscode.commands.executeCommand('reopenActiveEditorWith', editor);
    return file;
  }
  await vscode.commands.executeCommand('vscode.openWith', file, editor);
  return file;
}
