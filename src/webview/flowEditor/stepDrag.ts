import { sameStep } from '../../protocol/flowEdit.ts';
import type { StepPath } from '../../flow/edit/flowEdit.ts';
import type { StepCard } from '../../protocol/flowEditor.ts';
import { closestTo } from '../common/element.ts';
import { type Drop, findDrop } from './findDrop.ts';
import { type Folds, filterUnfolded } from './folds.ts';
import { insertionPointAfter } from './stepActions.ts';

/** The state of a drag and drop of steps in the list. */
export class StepDrag {
  readonly #changed: () => void;
  dragged: readonly StepPath[] = [];
  /** The current drop target and the row under the pointer. */
  drop: (Drop & { readonly over: StepPath }) | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Starts dragging steps. */
  start(event: DragEvent, steps: readonly StepPath[]): void {
    if (!event.dataTransfer) return;
    event.dataTransfer.effectAllowed = 'move';
    // Some browsers start no drag without data.
    event.dataTransfer.setData('text/plain', '');
    this.dragged = steps;
    this.#changed();
  }

  /** Updates the drop target for a pointer over a row or below the last one. */
  over(event: DragEvent, cards: readonly StepCard[], card: StepCard | undefined, folds: Folds): void {
    const row = closestTo(event, '[data-step]');
    const over = row ? card : filterUnfolded(cards, folds).at(-1);
    if (!over || this.dragged.length === 0) {
      this.#land(undefined);
      return;
    }
    const drop = row
      ? findDrop(cards, over, shareOf(event, row), this.dragged, folds)
      : { insertionPoint: insertionPointAfter(undefined, cards), look: 'end' as const };
    if (drop) event.preventDefault();
    if (drop?.look !== this.drop?.look || !sameStep(this.drop?.over, over.step)) {
      this.#land(drop && { ...drop, over: over.step });
    }
  }

  /** Handles a pointer that left the list. */
  leave(): void {
    this.#land(undefined);
  }

  /** Ends the drag; returns the dropped steps and their target, undefined if there is none. */
  end(): { readonly steps: readonly StepPath[]; readonly drop: Drop } | undefined {
    const { drop, dragged } = this;
    this.dragged = [];
    this.#land(undefined);
    return drop && dragged.length > 0 ? { steps: dragged, drop } : undefined;
  }

  #land(drop: StepDrag['drop']): void {
    this.drop = drop;
    this.#changed();
  }
}

function shareOf({ clientY }: DragEvent, row: Element): number {
  const { top, height } = row.getBoundingClientRect();
  return (clientY - top) / height;
}
