import * as vscode from 'vscode';
import type { CatalogAction } from '../flow/catalog.ts';
import { parseFlow } from '../flow/document/flowDocument.ts';
import { pathAt } from '../flow/document/pathAt.ts';
import { dialogs } from '../host/dialogs.ts';
import { applyFlowEdit, READ_ONLY } from './applyFlowEdit.ts';
import { DocumentText } from './documentFile.ts';
import { isEditable } from './editable.ts';
import { newStep } from '../flow/form/newStep.ts';
import { placedSteps } from './stepCards.ts';
import { insertionPointAfter } from './stepActions.ts';

/** Inserts a step for an action after the step at the cursor, or at the end, and reveals it. */
export async function insertIntoText(editor: vscode.TextEditor, action: CatalogAction): Promise<void> {
  const { document, selection } = editor;
  if (!(await isEditable(document))) {
    void dialogs.showInformationMessage(READ_ONLY);
    return;
  }
  const before = parseFlow(document.getText());
  const [list, entry] = pathAt(before, document.offsetAt(selection.active));
  const current = list === 'actions' && typeof entry === 'number' ? ([entry] as const) : undefined;
  const to = insertionPointAfter(current, placedSteps(before));
  const applied = await applyFlowEdit(
    new DocumentText(document),
    { kind: 'addStep', to, step: newStep(action) },
    () => undefined,
  );
  if ('refused' in applied) {
    void dialogs.showInformationMessage(applied.refused);
    return;
  }
  const after = parseFlow(document.getText());
  const start = document.positionAt(after.starts[to.index] ?? 0);
  editor.selection = new vscode.Selection(start, start);
  editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
