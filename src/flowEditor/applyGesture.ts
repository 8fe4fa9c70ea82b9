import { applyEdit } from '../flow/edit/applyEdit.ts';
import type { FlowGesture, StepPath } from '../flow/edit/gesture.ts';
import type { EditableText } from './flowFile.ts';

/** Why nothing is done to a file that cannot be changed. */
export const READ_ONLY = 'This file is read-only, so nothing was changed.';

/** What a gesture did to a file: where the steps that it touched stand then, or why nothing was done. */
export type Applied = { readonly steps: readonly StepPath[] } | { readonly refused: string };

/**
 * Does a gesture to a file, as one step that can be undone. `before` hears what will be selected ahead of the
 * change, so that whoever follows the file shows both at once.
 */
export async function applyGesture(
  file: EditableText,
  gesture: FlowGesture,
  before: (steps: readonly StepPath[]) => void,
): Promise<Applied> {
  const outcome = applyEdit(file.text, gesture);
  if (outcome.kind === 'refused') return { refused: outcome.sentence };
  if (outcome.edits.length === 0) return { steps: outcome.steps };
  before(outcome.steps);
  const done = await file.replace(outcome.edits);
  return done ? { steps: outcome.steps } : { refused: READ_ONLY };
}
