import type { StepPath } from '../../flow/edit/flowEdit.ts';
import type { StepCard } from '../../protocol/flowEditor.ts';
import { type Drop, findDrop, findDropAtEnd } from './findDrop.ts';
import type { Folds } from './folds.ts';
import { insertionPointAfter } from '../../flow/edit/stepActions.ts';
import { entryOfEnd, type ListRow } from './steps.ts';

/** The state of a drag and drop of steps in the list. */
export class StepDrag {
  readonly #changed: () => void;
  dragged: readonly StepPath[] = [];
  /** The current drop target and the key of the row that shows it. */
  drop: (Drop & { readonly over: string }) | undefined;

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

  /** Updates the drop target for a pointer over the element of a row, or below the last row. */
  over(
    event: DragEvent,
    cards: readonly StepCard[],
    rows: readonly ListRow[],
    element: HTMLElement | null,
    folds: Folds,
  ): void {
    const key = element?.dataset['step'];
    const row = key === undefined ? rows.at(-1) : rows.find(candidate => candidate.key === key);
    const drop = row && this.dragged.length > 0 ? this.#find(event, cards, row, element, folds) : undefined;
    if (drop) event.preventDefault();
    if (drop?.look !== this.drop?.look || row?.key !== this.drop?.over) {
      this.#land(row && drop && { ...drop, over: row.key });
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

  #find(
    event: DragEvent,
    cards: readonly StepCard[],
    { key, placed }: ListRow,
    element: HTMLElement | null,
    folds: Folds,
  ): Drop | undefined {
    if (!element) return { insertionPoint: insertionPointAfter(undefined, cards), look: 'end' };
    const share = shareOf(event, element);
    const entry = entryOfEnd(key);
    if (entry !== undefined) return findDropAtEnd(cards, entry, share, this.dragged);
    if (placed) return findDrop(cards, placed.card, share, this.dragged, folds);
    return share < 0.5 ? undefined : { insertionPoint: { index: 0 }, look: 'after' };
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
