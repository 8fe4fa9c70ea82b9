import type { GivenStep } from '../../contributions/command.ts';
import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import { type FlowStep, topLevelSteps } from '../../flow/data/flowSteps.ts';
import type { FlowDocument } from '../../flow/document/flowDocument.ts';
import { pathAt } from '../../flow/document/pathAt.ts';
import type { StepPath } from '../../flow/edit/flowEdit.ts';
import { stepAtPath } from '../../flow/run/trial.ts';
import { dialogs } from '../../host/dialogs.ts';
import { activeFlowFile } from './flowFiles.ts';

/** A step of a flow file in its current version. */
export interface TrialTarget {
  readonly file: vscode.Uri;
  readonly document: FlowDocument;
  readonly step: FlowStep;
}

/** Returns the flow file of a menu, or the active one; otherwise says what to open. */
export function trialFile(given: vscode.Uri | undefined): vscode.Uri | undefined {
  const file = given ?? activeFlowFile();
  if (!file) void dialogs.showInformationMessage('Open a *.flow.json file first.');
  return file;
}

/** Returns the given step, or the one shown in the active visual editor or at the cursor of the text editor. */
export async function trialTarget(
  services: Services,
  given: Pick<GivenStep, 'file' | 'step'>,
): Promise<TrialTarget | undefined> {
  const shown = await services.flowEditors.stepInFront();
  const file = trialFile(given.file);
  if (!file) return undefined;
  const { text, document } = await documentOf(services, file);
  const isShown = shown?.file.toString() === file.toString();
  const path = given.step ?? (isShown ? shown.step : pathAtCursor(text, document));
  const step = path && stepAtPath(document, path);
  if (step) return { file, document, step };
  void dialogs.showInformationMessage('Select a step first, or put the cursor into one.');
  return undefined;
}

/** Returns a flow file with its last step; says so if it has none. */
export async function wholeFlow(
  services: Services,
  given: vscode.Uri | undefined,
): Promise<TrialTarget | undefined> {
  // What was typed in the visual editor comes into the file.
  await services.flowEditors.stepInFront();
  const file = trialFile(given);
  if (!file) return undefined;
  const { document } = await documentOf(services, file);
  const step = topLevelSteps(document).at(-1);
  if (step) return { file, document, step };
  void dialogs.showInformationMessage('The flow has no steps yet.');
  return undefined;
}

/** Returns the current version of a flow file. */
export async function documentOf(
  { openFlowDocuments }: Services,
  file: vscode.Uri,
): Promise<{ readonly text: vscode.TextDocument; readonly document: FlowDocument }> {
  const documents = await openFlowDocuments();
  const text = await vscode.workspace.openTextDocument(file);
  return { text, document: documents.parse(text) };
}

function pathAtCursor(text: vscode.TextDocument, document: FlowDocument): StepPath | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document !== text) return undefined;
  const [list, entry, inside, child] = pathAt(document, text.offsetAt(editor.selection.active));
  if (list !== 'actions' || typeof entry !== 'number') return undefined;
  return inside === 'children' && typeof child === 'number' ? [entry, child] : [entry];
}
