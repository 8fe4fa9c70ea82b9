import { applyEdit } from '../flow/edit/applyEdit.ts';
import type { FlowEdit, StepPath } from '../flow/edit/flowEdit.ts';
import type { EditReply } from '../protocol/flowEditor.ts';
import type { EditableText } from './flowFile.ts';

export const READ_ONLY = 'This file is read-only, so nothing was changed.';

/**
 * Applies an edit to a file as one undoable edit. `before` receives the resulting steps ahead of the change, so that
 * the new text and the new selection are shown together.
 */
export async function applyFlowEdit(
  file: EditableText,
  edit: FlowEdit,
  before?: (steps: readonly StepPath[]) => void,
): Promise<EditReply> {
  const outcome = applyEdit(file.text, edit);
  if (outcome.kind === 'refused') return outcome;
  const { edits, steps } = outcome;
  if (edits.length > 0) {
    before?.(steps);
    if (!(await file.replace(edits))) return { kind: 'refused', sentence: READ_ONLY };
  }
  return { kind: 'done', version: file.version, steps };
}
