import type { TextEdit } from '../document/flowDocument.ts';
import { applyEdits, changeBetween } from '../document/textEdits.ts';
import type { FlowEdit, StepPath, ValueEdit } from './flowEdit.ts';
import { planOf } from './flowText.ts';
import { EditRefusal } from './editRefusal.ts';
import { arrangeSteps } from './arrangeSteps.ts';
import { changeValue } from './changeValue.ts';

/**
 * The result of an edit: edits that do not overlap, with offsets in the original text, or the reason for a refusal.
 */
type EditOutcome =
  | {
      readonly kind: 'edits';
      readonly edits: readonly TextEdit[];
      /** The paths of the added, copied or moved steps after the edits. */
      readonly steps: readonly StepPath[];
    }
  | { readonly kind: 'refused'; readonly sentence: string };

const BYTE_ORDER_MARK = '\ufeff';

/**
 * Computes the text edits of several edits, each of which refers to the result of the one before; see `applyEdit`. The
 * steps are those of the last one.
 */
export function applyInOrder(text: string, edits: readonly FlowEdit[]): EditOutcome {
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

/**
 * Computes the text edits of an edit. Outside of the change, formatting, property order, comments, unknown fields and
 * line breaks are preserved. Pure; the caller ensures that the text is the one that the edit refers to.
 */
export function applyEdit(text: string, edit: FlowEdit): EditOutcome {
  try {
    if (text.startsWith(BYTE_ORDER_MARK)) return shiftOutcome(applyEdit(text.slice(1), edit), 1);
    if (text.trim() === '') return applyToEmpty(text, edit);
    const plan = planOf(text);
    let steps: readonly StepPath[] = [];
    if (isValueEdit(edit)) changeValue(plan, edit);
    else steps = arrangeSteps(plan, edit);
    return { kind: 'edits', edits: plan.edits(), steps };
  } catch (error) {
    if (error instanceof EditRefusal) return { kind: 'refused', sentence: error.message };
    throw error;
  }
}

function isValueEdit(edit: FlowEdit): edit is ValueEdit {
  return 'location' in edit || edit.kind === 'renameStep';
}

/** Treats an empty file as an empty flow. */
function applyToEmpty(text: string, edit: FlowEdit): EditOutcome {
  const blank = '{}\n';
  const outcome = applyEdit(blank, edit);
  if (outcome.kind === 'refused' || outcome.edits.length === 0) return outcome;
  const eol = /\r\n|\r/.exec(text)?.[0] ?? '\n';
  const written = applyEdits(blank, outcome.edits).replaceAll('\n', eol);
  return { ...outcome, edits: [{ start: 0, end: text.length, text: written }] };
}

function shiftOutcome(outcome: EditOutcome, by: number): EditOutcome {
  if (outcome.kind === 'refused') return outcome;
  const edits = outcome.edits.map(({ start, end, text }) => ({ start: start + by, end: end + by, text }));
  return { ...outcome, edits };
}
