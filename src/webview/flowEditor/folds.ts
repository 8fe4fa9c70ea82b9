import type { StepCard } from '../../protocol/flowEditor.ts';
import { childrenOf } from './steps.ts';

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

/**
 * What is folded in a newer version of the flow: the same entries, wherever they stand now. One that is not found again
 * is taken for the one in its place as long as as many are there.
 */
export function foldsAfter(
  before: readonly StepCard[],
  now: readonly StepCard[],
  folds: Folds,
): ReadonlySet<number> {
  if (folds.size === 0) return folds;
  const entries = new Set(foldable(now));
  const isAsMany = count(before) === count(now);
  const kept = new Set<number>();
  for (const entry of folds) {
    const look = lookOf(before, entry);
    const same = [...entries].filter(one => !kept.has(one) && lookOf(now, one) === look);
    const nearest = same.sort((one, other) => Math.abs(one - entry) - Math.abs(other - entry))[0];
    const found = nearest ?? (isAsMany && entries.has(entry) ? entry : undefined);
    if (found !== undefined) kept.add(found);
  }
  return kept;
}

/** What an entry and the steps inside it are called. */
function lookOf(cards: readonly StepCard[], entry: number): string {
  const own = cards.find(({ step }) => step.length === 1 && step[0] === entry);
  return JSON.stringify([own, ...childrenOf(cards, entry)].map(card => [card?.name, card?.action]));
}

function count(cards: readonly StepCard[]): number {
  return cards.filter(({ step }) => step.length === 1).length;
}
