import type { StepCard } from '../../protocol/flowEditor.ts';
import type { Places } from './placesAfter.ts';

/** The numbers of the entries whose steps inside are folded away. */
export type Folds = ReadonlySet<number>;

/** The steps that are to be seen. */
export function unfolded(cards: readonly StepCard[], folds: Folds): readonly StepCard[] {
  return cards.filter(({ step: [entry, child] }) => child === undefined || !folds.has(entry));
}

/** The entries that hold others, and can be folded. */
export function foldable(cards: readonly StepCard[]): readonly number[] {
  return [...new Set(cards.flatMap(({ step }) => (step.length === 2 ? [step[0]] : [])))];
}

/** What is folded in a newer version of the flow: the same entries, where they still hold others. */
export function foldsAfter(now: readonly StepCard[], places: Places, folds: Folds): Folds {
  const entries = foldable(now);
  const moved = [...folds].flatMap(entry => places.get(String(entry))?.[0] ?? []);
  return new Set(moved.filter(entry => entries.includes(entry)));
}
