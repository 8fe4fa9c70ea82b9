import * as vscode from 'vscode';
import { applyEdit } from '../flow/edit/applyEdit.ts';
import { READ_ONLY } from './editable.ts';
import type { FlowGesture, StepPath } from '../flow/edit/gesture.ts';

/** What a gesture did to a file: where the steps that it touched stand then, or why nothing was done. */
export type Applied = { readonly steps: readonly StepPath[] } | { readonly refused: string };

/**
 * Does a gesture to a file, as one step that can be undone. `before` hears what will be selected ahead of the
 * change, so that whoever follows the file shows both at once.
 */
export async function applyGesture(
  document: vscode.TextDocument,
  gesture: FlowGesture,
  before: (steps: readonly StepPath[]) => void,
): Promise<Applied> {
  const outcome = applyEdit(document.getText(), gesture);
  if (outcome.kind === 'refused') return { refused: outcome.sentence };
  if (outcome.edits.length === 0) return { steps: outcome.steps };
  const edit = new vscode.WorkspaceEdit();
  for (const { start, end, text } of outcome.edits) {
    const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
    edit.replace(document.uri, range, text);
  }
  before(outcome.steps);
  const done = await vscode.workspace.applyEdit(edit);
  return done ? { steps: outcome.steps } : { refused: READ_ONLY };
}
