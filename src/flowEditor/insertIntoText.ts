import type * as vscode from 'vscode';
import type { CatalogAction } from '../flow/catalog.ts';
import { pathAt } from '../flow/document/pathAt.ts';
import type { FlowEdit, InsertionPoint } from '../flow/edit/flowEdit.ts';
import { newStep } from '../flow/form/newStep.ts';
import { dialogs } from '../host/dialogs.ts';
import type { FlowDocuments } from '../appState/flowDocuments.ts';
import { CHANGED_AT_ONCE, type EditReply } from '../protocol/flowEditor.ts';
import { applyFlowEdits, READ_ONLY } from './applyFlowEdit.ts';
import { DocumentText, isEditable, revealOffset } from './documentFile.ts';
import { insertionPointAfter } from '../flow/edit/stepActions.ts';
import { placedSteps } from './stepCards.ts';

/** Inserts a step for an action after the step at the cursor, or at the end, and reveals it. */
export async function insertIntoText(
  documents: FlowDocuments,
  editor: vscode.TextEditor,
  action: CatalogAction,
): Promise<void> {
  const { document } = editor;
  const reply = await insertAtCursor(documents, document, editor, to => ({
    kind: 'addStep',
    to,
    step: newStep(action),
  }));
  if (reply.kind === 'refused') void dialogs.showInformationMessage(reply.sentence);
  if (reply.kind === 'stale') void dialogs.showInformationMessage(CHANGED_AT_ONCE);
  if (reply.kind !== 'done') return;
  revealOffset(editor, documents.parse(document).entries[reply.steps[0]?.[0] ?? 0]?.node.offset ?? 0);
}

/** Inserts steps into a document after the step at the cursor of its editor, or at the end. */
export async function insertAtCursor(
  documents: FlowDocuments,
  document: vscode.TextDocument,
  editor: vscode.TextEditor | undefined,
  editAt: (to: InsertionPoint) => FlowEdit,
): Promise<EditReply> {
  if (!(await isEditable(document))) return { kind: 'refused', sentence: READ_ONLY };
  const flow = documents.parse(document);
  const [list, entry] = editor ? pathAt(flow, document.offsetAt(editor.selection.active)) : [];
  const current = list === 'actions' && typeof entry === 'number' ? ([entry] as const) : undefined;
  const to = insertionPointAfter(current, placedSteps(flow));
  return applyFlowEdits({ file: new DocumentText(document) }, document.version, [editAt(to)]);
}
