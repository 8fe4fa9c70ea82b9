import * as vscode from 'vscode';
import type { FlowStep } from '../../flow/data/flowSteps.ts';
import type { FlowDocument } from '../../flow/document/flowDocument.ts';
import { pathAt } from '../../flow/document/pathAt.ts';
import type { StepPath } from '../../flow/edit/flowEdit.ts';
import { stepAtPath } from '../../flow/run/trial.ts';
import { dialogs } from '../../host/dialogs.ts';
import { activeFlowFile, fileOf } from './flowFiles.ts';
import type { FlowServices } from './flowServices.ts';

/** A step of a flow file in its current version. */
export interface TrialTarget {
  readonly file: vscode.Uri;
  readonly document: FlowDocument;
  readonly step: FlowStep;
}

/** Returns the flow file of a menu, or the active one; otherwise says what to open. */
export function trialFile(argument: unknown): vscode.Uri | undefined {
  const file = fileOf(argument) ?? activeFlowFile();
  if (!file) void dialogs.showInformationMessage('Open a *.flow.json file first.');
  return file;
}

/** Returns the given step, or the one shown in the active visual editor or at the cursor of the text editor. */
export async function trialTarget(
  services: FlowServices,
  argument: unknown,
  given: unknown,
): Promise<TrialTarget | undefined> {
  const shown = await services.flowEditors.stepInFront();
  const file = trialFile(argument);
  if (!file) return undefined;
  const { text, document } = await documentOf(services, file);
  const isShown = shown?.file.toString() === file.toString();
  const path = isStepPath(given) ? given : isShown ? shown.step : pathAtCursor(text, document);
  const step = path && stepAtPath(document, path);
  if (step) return { file, document, step };
  void dialogs.showInformationMessage('Select a step first, or put the cursor into one.');
  return undefined;
}

/** Returns the current version of a flow file. */
export async function documentOf(
  { openFlowDocuments }: FlowServices,
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

// Key bindings can pass anything.
function isStepPath(value: unknown): value is StepPath {
  return (
    Array.isArray(value) &&
    (value.length === 1 || value.length === 2) &&
    value.every(index => Number.isInteger(index) && index >= 0)
  );
}
