import type { TextEdit } from '../document/flowDocument.ts';
import { applyEdits } from '../language/format.ts';
import type { FlowGesture, StepPath } from './gesture.ts';
import { planOf } from './flowText.ts';
import { Refusal } from './refusal.ts';
import { arrangeSteps } from './arrangeSteps.ts';
import type { TextPlan } from './textPlan.ts';
import { changeValue } from './changeValue.ts';

/** What a gesture comes to: edits that do not overlap and count in the text before them, or why there are none. */
export type EditOutcome =
  | {
      readonly kind: 'edits';
      readonly edits: readonly TextEdit[];
      /** Where the steps that were added, copied or moved stand afterwards. */
      readonly steps: readonly StepPath[];
    }
  | { readonly kind: 'refused'; readonly sentence: string };

const BYTE_ORDER_MARK = '\ufeff';

/**
 * The text edits that do a gesture. Formatting, order of names, comments, unknown fields and line breaks stay as
 * they are outside of what it changes. Pure; whether the text is the one that the gesture was made on is known to
 * the caller.
 */
export function applyEdit(text: string, edit: FlowGesture): EditOutcome {
  try {
    if (text.startsWith(BYTE_ORDER_MARK)) return shifted(applyEdit(text.slice(1), edit), 1);
    if (text.trim() === '') return inEmpty(text, edit);
    const plan = planOf(text);
    const steps = change(plan, edit);
    return { kind: 'edits', edits: plan.edits(), steps };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', sentence: error.message };
    throw error;
  }
}

function change(plan: TextPlan, edit: FlowGesture): readonly StepPath[] {
  switch (edit.kind) {
    case 'set':
    case 'remove':
    case 'insertItem':
    case 'moveItem':
    case 'renameKey':
    case 'renameStep':
      changeValue(plan, edit);
      return [];
    case 'addStep':
    case 'duplicateSteps':
    case 'deleteSteps':
    case 'moveSteps':
    case 'shiftSteps':
    case 'pasteSteps':
    case 'wrapSteps':
      return arrangeSteps(plan, edit);
  }
}

/** An empty file is a flow that has nothing yet. */
function inEmpty(text: string, edit: FlowGesture): EditOutcome {
  const blank = '{}\n';
  const outcome = applyEdit(blank, edit);
  if (outcome.kind === 'refused' || outcome.edits.length === 0) return outcome;
  const eol = /\r\n|\r/.exec(text)?.[0] ?? '\n';
  const written = applyEdits(blank, outcome.edits).replaceAll('\n', eol);
  return { ...outcome, edits: [{ start: 0, end: text.length, text: written }] };
}

function shifted(outcome: EditOutcome, by: number): EditOutcome {
  if (outcome.kind === 'refused') return outcome;
  const edits = outcome.edits.map(({ start, end, text }) => ({ start: start + by, end: end + by, text }));
  return { ...outcome, edits };
}
