import type { FlowEdit, InsertionPoint, NewStep, StepPath } from './flowEdit.ts';

/** A command that changes steps and needs no further choice. */
export type StepChange = 'duplicate' | 'delete' | 'moveUp' | 'moveDown' | 'moveIn' | 'moveOut';

const DIRECTIONS = { moveUp: 'up', moveDown: 'down', moveIn: 'in', moveOut: 'out' } as const;

/** Returns the edit for a command on steps. */
export function stepChangeEdit(change: StepChange, steps: readonly StepPath[]): FlowEdit {
  if (change === 'duplicate') return { kind: 'duplicateSteps', steps };
  if (change === 'delete') return { kind: 'deleteSteps', steps };
  return { kind: 'shiftSteps', steps, direction: DIRECTIONS[change] };
}

/** Returns the edit that inserts steps all at once. */
export function insertStepsEdit(to: InsertionPoint, steps: readonly NewStep[]): FlowEdit {
  return { kind: 'pasteSteps', to, text: JSON.stringify(steps, undefined, 2) };
}

/** A step of the flow; all of them are in file order. */
interface ListedStep {
  readonly step: StepPath;
}

/** Returns the position after a step in its own list, or after the last step of the flow. */
export function insertionPointAfter(
  step: StepPath | undefined,
  steps: readonly ListedStep[],
): InsertionPoint {
  if (step?.[1] !== undefined) return { parent: step[0], index: step[1] + 1 };
  return { index: (step?.[0] ?? steps.at(-1)?.step[0] ?? -1) + 1 };
}

/**
 * Returns the position after the last child of the top-level step that a step is or belongs to; the one after the step
 * if that takes no children.
 */
export function insertionPointInside(
  step: StepPath | undefined,
  steps: readonly (ListedStep & { readonly canContainSteps: boolean })[],
): InsertionPoint {
  const outer = steps.find(listed => listed.step.length === 1 && listed.step[0] === step?.[0]);
  return outer?.canContainSteps === true ? endInside(outer.step[0], steps) : insertionPointAfter(step, steps);
}

/** Returns the position after the last child of a top-level step. */
export function endInside(entry: number, steps: readonly ListedStep[]): InsertionPoint {
  const last = steps.findLast(({ step }) => step[0] === entry)?.step[1] ?? -1;
  return { parent: entry, index: last + 1 };
}
