import type { FlowGesture, NewStep, StepPath, StepSpot } from '../flow/edit/gesture.ts';
import type { StepAct } from '../protocol/flowEditor.ts';
import type { PlacedStep } from './stepCards.ts';

const DIRECTIONS = { moveUp: 'up', moveDown: 'down', moveIn: 'in', moveOut: 'out' } as const;

/** Returns the gesture for a menu command. */
export function stepActGesture(
  act: Exclude<StepAct, 'add' | 'addInside' | 'copy' | 'paste'>,
  steps: readonly StepPath[],
): FlowGesture {
  if (act === 'duplicate') return { kind: 'duplicateSteps', steps };
  if (act === 'delete') return { kind: 'deleteSteps', steps };
  return { kind: 'shiftSteps', steps, direction: DIRECTIONS[act] };
}

/** Returns the gesture that inserts steps all at once. */
export function insertGesture(to: StepSpot, steps: readonly NewStep[]): FlowGesture {
  return { kind: 'pasteSteps', to, text: JSON.stringify(steps, undefined, 2) };
}

/** Returns the position after a step in its own list, or after the last step of the flow. */
export function spotBehind(step: StepPath | undefined, all: readonly PlacedStep[]): StepSpot {
  if (step?.[1] !== undefined) return { parent: step[0], index: step[1] + 1 };
  return { index: (step?.[0] ?? all.at(-1)?.step[0] ?? -1) + 1 };
}

/** Returns the position after the last child of the top-level step that a step is or belongs to. */
export function spotInside([entry]: StepPath, all: readonly PlacedStep[]): StepSpot {
  const last = all.findLast(({ step }) => step[0] === entry)?.step[1];
  return { parent: entry, index: (last ?? -1) + 1 };
}
