import type { FlowEdit, NewStep, StepPath, InsertionPoint } from '../flow/edit/flowEdit.ts';
import type { StepAction } from '../protocol/flowEditor.ts';
import type { PlacedStep } from './stepCards.ts';

const DIRECTIONS = { moveUp: 'up', moveDown: 'down', moveIn: 'in', moveOut: 'out' } as const;

/** Returns the edit for a menu command. */
export function stepActionEdit(
  action: Exclude<StepAction, 'add' | 'addInside' | 'cut' | 'copy' | 'paste' | 'rename'>,
  steps: readonly StepPath[],
): FlowEdit {
  if (action === 'duplicate') return { kind: 'duplicateSteps', steps };
  if (action === 'delete') return { kind: 'deleteSteps', steps };
  return { kind: 'shiftSteps', steps, direction: DIRECTIONS[action] };
}

/** Returns the edit that inserts steps all at once. */
export function insertStepsEdit(to: InsertionPoint, steps: readonly NewStep[]): FlowEdit {
  return { kind: 'pasteSteps', to, text: JSON.stringify(steps, undefined, 2) };
}

/** Returns the position after a step in its own list, or after the last step of the flow. */
export function insertionPointAfter(
  step: StepPath | undefined,
  steps: readonly PlacedStep[],
): InsertionPoint {
  if (step?.[1] !== undefined) return { parent: step[0], index: step[1] + 1 };
  return { index: (step?.[0] ?? steps.at(-1)?.step[0] ?? -1) + 1 };
}

/** Returns the position after the last child of the top-level step that a step is or belongs to. */
export function insertionPointInside([entry]: StepPath, steps: readonly PlacedStep[]): InsertionPoint {
  const last = steps.findLast(({ step }) => step[0] === entry)?.step[1];
  return { parent: entry, index: (last ?? -1) + 1 };
}
