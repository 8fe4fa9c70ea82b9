import type { StepCard } from '../../protocol/flowEditor.ts';

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
