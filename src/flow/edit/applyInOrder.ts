import { applyEdits, changeBetween } from '../document/textEdits.ts';
import { applyEdit } from './applyEdit.ts';
import type { FlowEdit } from './flowEdit.ts';

/** Computes the text edits of several edits, each of which refers to the result of the one before. */
export function applyInOrder(text: string, edits: readonly FlowEdit[]): ReturnType<typeof applyEdit> {
  const [first, ...others] = edits;
  if (!first) return { kind: 'edits', edits: [], steps: [] };
  let outcome = applyEdit(text, first);
  if (others.length === 0 || outcome.kind === 'refused') return outcome;
  let result = applyEdits(text, outcome.edits);
  for (const edit of others) {
    outcome = applyEdit(result, edit);
    if (outcome.kind === 'refused') return outcome;
    result = applyEdits(result, outcome.edits);
  }
  return { ...outcome, edits: changeBetween(text, result) };
}
