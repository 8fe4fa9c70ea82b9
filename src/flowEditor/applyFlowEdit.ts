import { applyEdit } from '../flow/edit/applyEdit.ts';
import type { FlowEdit, StepPath } from '../flow/edit/flowEdit.ts';
import type { EditableText } from './flowFile.ts';

export const READ_ONLY = 'This file is read-only, so nothing was changed.';

/** The outcome of an edit: the resulting paths of the affected steps, or the reason why nothing was changed. */
export type Applied = { readonly steps: readonly StepPath[] } | { readonly refused: string };

/**
 * Applies an edit to a file as one undoable edit. `before` receives the resulting steps ahead of the change, so that
 * the new text and the new selection are shown together.
 */
export async function applyFlowEdit(
  file: EditableText,
  edit: FlowEdit,
  before: (steps: readonly StepPath[]) => void,
): Promise<Applied> {
  const outcome = applyEdit(file.text, edit);
  if (outcome.kind === 'refused') return { refused: outcome.sentence };
  if (outcome.edits.length === 0) return { steps: outcome.steps };
  before(outcome.steps);
  const done = await file.replace(outcome.edits);
  return done ? { steps: outcome.steps } : { refused: READ_ONLY };
}
