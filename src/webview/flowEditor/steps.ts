import type { InsertionPoint } from '../../flow/edit/flowEdit.ts';
import type { StepCard } from '../../protocol/flowEditor.ts';
import type { Folds } from './folds.ts';

/** Returns the number of children of a top-level step. */
export function childCount(cards: readonly StepCard[], entry: number): number {
  return cards.filter(({ step }) => step[0] === entry && step.length === 2).length;
}

/** A step with its position among its siblings, from 1, and their number. */
export interface PlacedCard {
  readonly card: StepCard;
  readonly position: number;
  readonly count: number;
}

/** Adds to each step its position among its siblings. */
export function toPlacedCards(cards: readonly StepCard[]): readonly PlacedCard[] {
  const siblings = Map.groupBy(cards, ({ step }) => (step.length === 1 ? -1 : step[0]));
  const positions = new Map([...siblings.values()].flatMap(list => list.map((card, at) => [card, at + 1])));
  return cards.map(card => ({
    card,
    position: positions.get(card) ?? 0,
    count: siblings.get(card.step.length === 1 ? -1 : card.step[0])?.length ?? 0,
  }));
}

/** A visible row of the step list. */
export interface ListRow {
  /** Identifies the row: empty for the settings, `1.0` for a step, and `1.+` for the end of the steps inside one. */
  readonly key: string;
  /** The step; undefined for the settings and for the end of the steps inside one. */
  readonly placed: PlacedCard | undefined;
  /** The target of a step that is added right below the row. */
  readonly after: InsertionPoint;
  /** True for the last row inside a step. */
  readonly isLastInside: boolean;
  /** True if the row below it is the one that adds a step there. */
  readonly isBeforeEnd: boolean;
}

/** Returns the visible rows: the settings, the steps, and in an editable flow the ends of the steps inside steps. */
export function visibleRows(
  placedCards: readonly PlacedCard[],
  folds: Folds,
  isEditable: boolean,
): readonly ListRow[] {
  const rows: ListRow[] = [
    { key: '', placed: undefined, after: { index: 0 }, isLastInside: false, isBeforeEnd: false },
  ];
  for (const [at, placed] of placedCards.entries()) {
    const { step, canContainSteps } = placed.card;
    const [entry, child] = step;
    const isHidden = child !== undefined && folds.has(entry);
    const isLast = placedCards[at + 1]?.card.step[0] !== entry;
    const isOpen = child === undefined && canContainSteps && isEditable && !folds.has(entry);
    const hasEnd = isEditable && isLast && (isOpen || (child !== undefined && !isHidden));
    const isExpanded = isOpen || (child === undefined && !isLast && !folds.has(entry));
    const after =
      child === undefined
        ? isExpanded
          ? { parent: entry, index: 0 }
          : { index: entry + 1 }
        : { parent: entry, index: child + 1 };
    if (!isHidden) {
      const isLastInside = child !== undefined && isLast && !hasEnd;
      rows.push({ key: step.join('.'), placed, after, isLastInside, isBeforeEnd: hasEnd });
    }
    if (hasEnd) {
      rows.push({
        key: endKey(entry),
        placed: undefined,
        after: { index: entry + 1 },
        isLastInside: true,
        isBeforeEnd: false,
      });
    }
  }
  return rows;
}

/** Returns the key of the row at the end of the steps inside a top-level step. */
export function endKey(entry: number): string {
  return `${entry}.+`;
}

/** Returns the top-level step whose end a row is; undefined for other rows. */
export function entryOfEnd(key: string): number | undefined {
  return key.endsWith('.+') ? Number(key.slice(0, -2)) : undefined;
}
