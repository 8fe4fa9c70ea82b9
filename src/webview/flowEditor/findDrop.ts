import type { StepPath, InsertionPoint } from '../../flow/edit/flowEdit.ts';
import type { StepCard } from '../../protocol/flowEditor.ts';
import type { Folds } from './folds.ts';
import { sameStep } from '../../protocol/flowEdit.ts';
import { childCount } from './steps.ts';
import { endInside } from '../../flow/edit/stepActions.ts';

/** A drop target: the position in the flow, and the indicator on the row under the pointer. */
export interface Drop {
  readonly insertionPoint: InsertionPoint;
  readonly look: 'before' | 'after' | 'inside' | 'end';
}

const EDGE = 0.28;

/**
 * Returns the target of steps dropped on a row, at the fraction `share` of its height; undefined where they cannot be
 * dropped. A step with children cannot go into another step, and no step into itself.
 */
export function findDrop(
  cards: readonly StepCard[],
  over: StepCard,
  share: number,
  dragged: readonly StepPath[],
  folds: Folds,
): Drop | undefined {
  const [entry, child] = over.step;
  const children = childCount(cards, entry);
  const drop = ((): Drop => {
    if (child !== undefined) {
      return share < 0.5
        ? { insertionPoint: { parent: entry, index: child }, look: 'before' }
        : { insertionPoint: { parent: entry, index: child + 1 }, look: 'after' };
    }
    const canGoIn = over.canContainSteps && fitsInside(cards, entry, dragged);
    if (share < (canGoIn ? EDGE : 0.5)) return { insertionPoint: { index: entry }, look: 'before' };
    if (canGoIn && share < 1 - EDGE)
      return { insertionPoint: { parent: entry, index: children }, look: 'inside' };
    // Below an expanded step, the steps inside it begin.
    if ((children > 0 || over.canContainSteps) && !folds.has(entry))
      return { insertionPoint: { parent: entry, index: 0 }, look: 'after' };
    return { insertionPoint: { index: entry + 1 }, look: 'after' };
  })();
  const { parent } = drop.insertionPoint;
  return parent === undefined || fitsInside(cards, parent, dragged) ? drop : undefined;
}

/** Returns the target of steps dropped on the row at the end of the steps inside one: inside it, or after it. */
export function findDropAtEnd(
  cards: readonly StepCard[],
  entry: number,
  share: number,
  dragged: readonly StepPath[],
): Drop {
  return share < 0.6 && fitsInside(cards, entry, dragged)
    ? { insertionPoint: endInside(entry, cards), look: 'before' }
    : { insertionPoint: { index: entry + 1 }, look: 'after' };
}

function fitsInside(cards: readonly StepCard[], entry: number, dragged: readonly StepPath[]): boolean {
  return !dragged.some(
    step => sameStep(step, [entry]) || (step.length === 1 && childCount(cards, step[0]) > 0),
  );
}
