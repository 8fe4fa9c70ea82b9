import * as vscode from 'vscode';
import type { FlowDocuments } from '../appState/flowDocuments.ts';
import { valueOf } from '../flow/document/jsonTree.ts';
import type { ChosenStep } from '../flow/edit/chosenStep.ts';
import type { StepPath } from '../flow/edit/flowEdit.ts';
import { paramsEdit } from '../flow/record/elementParams.ts';
import type { PathSegment } from '../flow/template.ts';
import { CHANGED_AT_ONCE } from '../protocol/flowEditor.ts';
import { isObject } from '../util/isObject.ts';
import { applyFlowEdits, READ_ONLY } from './applyFlowEdit.ts';
import { DocumentText, isEditable, revealOffset } from './documentFile.ts';
import { requireStep } from './requireStep.ts';
import { placedSteps, rangeOfStep } from './stepCards.ts';

type Params = Readonly<Record<string, unknown>>;

/**
 * Changes the parameters that a step overrides, as one undoable edit. Throws if its path may lead to another step now, or
 * if the file is read-only. `change` returns undefined if nothing fits.
 */
export async function changeParams(
  documents: FlowDocuments,
  file: vscode.Uri,
  chosen: ChosenStep,
  change: (params: Params) => Params | undefined,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(file);
  if (!(await isEditable(document))) throw new Error(READ_ONLY);
  const { version } = document;
  const { model } = requireStep(placedSteps(documents.parse(document)), chosen);
  const value = model.params && valueOf(model.params);
  const ownParams = isObject(value) ? value : {};
  const changed = change(ownParams);
  const edit = changed && paramsEdit(chosen.path, ownParams, changed);
  if (!edit) return;
  const reply = await applyFlowEdits({ file: new DocumentText(document) }, version, [edit]);
  if (reply.kind === 'refused') throw new Error(reply.sentence);
  if (reply.kind === 'stale') throw new Error(CHANGED_AT_ONCE);
}

/** Shows the parameter of a step in the text editor of a file. */
export async function showInText(
  documents: FlowDocuments,
  file: vscode.Uri,
  step: StepPath,
  path: readonly PathSegment[],
): Promise<void> {
  const shown = vscode.window.visibleTextEditors.find(
    ({ document }) => document.uri.toString() === file.toString(),
  );
  const column = shown?.viewColumn === undefined ? {} : { viewColumn: shown.viewColumn };
  const editor = await vscode.window.showTextDocument(file, column);
  const flow = documents.parse(editor.document);
  const range = rangeOfStep(flow, step);
  if (!range) return;
  const [name] = path;
  const text = flow.text.slice(range.start, range.end);
  const within = typeof name === 'string' ? text.indexOf(`${JSON.stringify(name)}:`) : -1;
  revealOffset(editor, range.start + Math.max(0, within));
}
