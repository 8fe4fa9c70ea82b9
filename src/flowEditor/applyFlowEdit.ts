import { applyInOrder } from '../flow/edit/applyInOrder.ts';
import type { FlowEdit, StepPath } from '../flow/edit/flowEdit.ts';
import type { EditReply } from '../protocol/flowEditor.ts';
import type { EditableText } from './flowFile.ts';

export const READ_ONLY = 'This file is read-only, so nothing was changed.';

/** Applies an edit to a file as one undoable edit; `before` is that of `applyFlowEdits`. */
export function applyFlowEdit(
  file: EditableText,
  edit: FlowEdit,
  before?: (steps: readonly StepPath[]) => void,
): Promise<EditReply> {
  return applyFlowEdits(file, [edit], before);
}

/**
 * Applies edits to a file, one after the other, as one undoable edit. `before` receives the resulting steps ahead of the change, so that
 * the new text and the new selection are shown together.
 */
export async function applyFlowEdits(
  file: EditableText,
  all: readonly FlowEdit[],
  before?: (steps: readonly StepPath[]) => void,
): Promise<EditReply> {
  const outcome = applyInOrder(file.text, all);
  if (outcome.kind === 'refused') return outcome;
  const { edits, steps } = outcome;
  if (edits.length > 0) {
    before?.(steps);
    if (!(await file.replace(edits))) return { kind: 'refused', sentence: READ_ONLY };
  }
  return { kind: 'done', version: file.version, steps };
}
