import type { StepPath, InsertionPoint } from '../../flow/edit/flowEdit.ts';
import type { StepCard } from '../../protocol/flowEditor.ts';
import type { EditorModel } from './editorModel.ts';
import type { Selection } from './selection.ts';
import type { ListAction } from './stepKeys.ts';
import { childCount } from './steps.ts';

const DIRECTIONS = { moveUp: 'up', moveDown: 'down', moveIn: 'in', moveOut: 'out' } as const;

/** Returns the position after a step in its own list, or after the last step. */
export function insertionPointAfter(step: StepPath | undefined, cards: readonly StepCard[]): InsertionPoint {
  if (step?.[1] !== undefined) return { parent: step[0], index: step[1] + 1 };
  return { index: (step?.[0] ?? cards.at(-1)?.step[0] ?? -1) + 1 };
}

/**
 * Returns the position at the end of the steps inside the one that a step is or belongs to; undefined if it takes none.
 */
export function insertionPointInside(
  step: StepPath | undefined,
  cards: readonly StepCard[],
): InsertionPoint | undefined {
  const outer = cards.find(card => card.step.length === 1 && card.step[0] === step?.[0]);
  if (!outer?.canContainSteps) return undefined;
  const [parent] = outer.step;
  return { parent, index: childCount(cards, parent) };
}

/** Runs a command of a key or button on the selected steps. */
export async function runStepAction(
  action: Exclude<ListAction, 'add' | 'addInside'>,
  { steps }: Selection,
  model: EditorModel,
): Promise<void> {
  switch (action) {
    case 'paste':
      // Handled by the paste event, which provides the text.
      return;
    case 'copy':
      if (steps.length > 0) await model.copy(steps);
      return;
    case 'cut':
      if (steps.length === 0) return;
      if (!(await model.copy(steps))) return;
      return model.edit({ kind: 'deleteSteps', steps }, () => describeDeletion(steps));
    case 'delete':
      if (steps.length > 0) await model.edit({ kind: 'deleteSteps', steps }, () => describeDeletion(steps));
      return;
    case 'duplicate':
      if (steps.length > 0) await model.edit({ kind: 'duplicateSteps', steps });
      return;
    case 'moveUp':
    case 'moveDown':
    case 'moveIn':
    case 'moveOut':
      if (steps.length > 0) await model.edit({ kind: 'shiftSteps', steps, direction: DIRECTIONS[action] });
  }
}

function describeDeletion(steps: readonly StepPath[]): string {
  return steps.length === 1 ? 'Deleted the step.' : `Deleted ${steps.length} steps.`;
}
