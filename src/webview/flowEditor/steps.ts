import type { StepPath } from '../../flow/edit/gesture.ts';
import type { StepCard } from '../../protocol/flowEditor.ts';

/** Whether two paths name the same step. */
export function sameStep(one: StepPath | undefined, other: StepPath | undefined): boolean {
  return one?.[0] === other?.[0] && one?.[1] === other?.[1];
}

/** The number of a step as a person reads it: `3`, or `3.1` for a child. */
export function stepNumber([entry, child]: StepPath): string {
  return child === undefined ? String(entry + 1) : `${entry + 1}.${child + 1}`;
}

/** How many steps stand inside an entry. */
export function childCount(cards: readonly StepCard[], entry: number): number {
  return cards.filter(({ step }) => step[0] === entry && step.length === 2).length;
}

/** The place of a step among its siblings, from 1, and how many there are. */
export function placeAmongSiblings(
  cards: readonly StepCard[],
  step: StepPath,
): { readonly place: number; readonly count: number } {
  const siblings = cards.filter(one => one.step.length === step.length && isBeside(one.step, step));
  return {
    place: siblings.findIndex(one => sameStep(one.step, step)) + 1,
    count: siblings.length,
  };
}

function isBeside(one: StepPath, other: StepPath): boolean {
  return other.length === 1 || one[0] === other[0];
}
