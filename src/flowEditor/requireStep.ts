import { textOf } from '../flow/document/stepModel.ts';
import type { ChosenStep } from '../flow/edit/chosenStep.ts';
import { sameStep } from '../protocol/flowEdit.ts';
import type { PlacedStep } from './stepCards.ts';

const CHANGED = 'The step has changed meanwhile, so nothing was written to it. Pick the element again.';

/** Returns a step that was chosen earlier. Throws if its path may lead to another step now. */
export function requireStep(steps: readonly PlacedStep[], { path, actionId, count }: ChosenStep): PlacedStep {
  const placed = steps.find(({ step }) => sameStep(step, path));
  // Another step at the path can have the same action.
  const isSame = placed && steps.length === count && textOf(placed.model.actionId) === actionId;
  if (!isSame) throw new Error(CHANGED);
  return placed;
}
