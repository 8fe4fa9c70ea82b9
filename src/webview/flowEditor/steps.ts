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

/** The steps inside an entry. */
export function childrenOf(cards: readonly StepCard[], entry: number): readonly StepCard[] {
  return cards.filter(({ step }) => step[0] === entry && step.length === 2);
}

/** How many steps stand inside an entry. */
export function childCount(cards: readonly StepCard[], entry: number): number {
  return childrenOf(cards, entry).length;
}

/** A step with its place among its siblings, from 1, and how many these are. */
export interface PlacedCard {
  readonly card: StepCard;
  readonly place: number;
  readonly count: number;
}

/** Steps with their places among their siblings. */
export function placed(cards: readonly StepCard[]): readonly PlacedCard[] {
  const siblings = Map.groupBy(cards, ({ step }) => (step.length === 1 ? -1 : step[0]));
  const places = new Map([...siblings.values()].flatMap(list => list.map((card, at) => [card, at + 1])));
  return cards.map(card => ({
    card,
    place: places.get(card) ?? 0,
    count: siblings.get(card.step.length === 1 ? -1 : card.step[0])?.length ?? 0,
  }));
}
