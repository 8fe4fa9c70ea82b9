import type { StepModel } from './stepModel.ts';

/** Returns the index of each step in execution order, from 0. */
export function runOrder(siblings: readonly Pick<StepModel, 'position'>[]): readonly number[] {
  const order = inRunOrder([...siblings.keys()], index => siblings[index]?.position?.value);
  const ranks = Array.from<number>({ length: siblings.length });
  for (const [rank, index] of order.entries()) ranks[index] = rank;
  return ranks;
}

/** Returns sibling steps in execution order; those without a numeric position run last. */
export function inRunOrder<Step>(
  steps: readonly Step[],
  positionOf: (step: Step) => unknown,
): readonly Step[] {
  if (areInOrder(steps.map(positionOf))) return steps;
  const placeOf = (step: Step): number => {
    const position = positionOf(step);
    return typeof position === 'number' ? position : Number.POSITIVE_INFINITY;
  };
  return steps.toSorted((left, right) => {
    const [before, after] = [placeOf(left), placeOf(right)];
    return before === after ? 0 : before - after;
  });
}

/** True if every position is a number greater than the previous one. */
export function areInOrder(positions: readonly unknown[]): boolean {
  let last = Number.NEGATIVE_INFINITY;
  for (const position of positions) {
    if (typeof position !== 'number' || position <= last) return false;
    last = position;
  }
  return true;
}
