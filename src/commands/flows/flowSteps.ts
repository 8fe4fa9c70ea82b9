import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import { dialogs } from '../../host/dialogs.ts';
import { FLOW_EDITOR } from '../../manifest.ts';
import type { StepAction } from '../../protocol/flowEditor.ts';
import { activeFlowFile } from './flowFiles.ts';

/** Opens a flow file in the visual editor: the file of a menu, or the active one at its cursor position. */
export async function openFlowVisually(
  { flowEditors }: Services,
  given: vscode.Uri | undefined,
): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const offset = editor?.document.offsetAt(editor.selection.active);
  const file = await openWith(FLOW_EDITOR, given);
  if (file && offset !== undefined && file.toString() === editor?.document.uri.toString())
    flowEditors.reveal(file, offset);
}

/** Opens the active flow file, or the file of a menu, as text. */
export async function openFlowAsText(_: Services, given: vscode.Uri | undefined): Promise<void> {
  await openWith('default', given);
}

export const addStep = onSteps('add');
export const addStepInside = onSteps('addInside');
export const duplicateSteps = onSteps('duplicate');
export const renameStep = onSteps('rename');
export const cutSteps = onSteps('cut');
export const copySteps = onSteps('copy');
export const pasteSteps = onSteps('paste');
export const deleteSteps = onSteps('delete');
export const moveStepsUp = onSteps('moveUp');
export const moveStepsDown = onSteps('moveDown');
export const moveStepsIn = onSteps('moveIn');
export const moveStepsOut = onSteps('moveOut');

/** Returns the handler of a command for the steps selected in the visual editor. */
function onSteps(action: StepAction): (services: Services) => Promise<void> {
  return ({ flowEditors }) => flowEditors.actOnSteps(action);
}

async function openWith(editor: string, given: vscode.Uri | undefined): Promise<vscode.Uri | undefined> {
  const active = activeFlowFile();
  const file = given ?? active;
  if (!file) {
    void dialogs.showInformationMessage('Open a *.flow.json file first.');
    return undefined;
  }
  // Reopening replaces the active editor and keeps unsaved changes.
  if (file.toString() === active?.toString()) {
    await vscode.commands.executeCommand('reopenActiveEditorWith', editor);
    return file;
  }
  await vscode.commands.executeCommand('vscode.openWith', file, editor);
  return file;
}
