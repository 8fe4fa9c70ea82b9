import type { StepCard } from '../../protocol/flowEditor.ts';
import type { StepMoves } from './trackSteps.ts';

/** The indexes of the collapsed top-level steps. */
export type Folds = ReadonlySet<number>;

/** Returns the visible steps. */
export function filterUnfolded(cards: readonly StepCard[], folds: Folds): readonly StepCard[] {
  return cards.filter(({ step: [entry, child] }) => child === undefined || !folds.has(entry));
}

/** Returns the indexes of the top-level steps with children. */
export function findFoldable(cards: readonly StepCard[]): readonly number[] {
  return [...new Set(cards.flatMap(({ step }) => (step.length === 2 ? [step[0]] : [])))];
}

/** Returns the collapsed steps in a newer version: the same ones, if they still have children. */
export function foldsAfter(now: readonly StepCard[], moves: StepMoves, folds: Folds): Folds {
  const entries = findFoldable(now);
  const moved = [...folds].flatMap(entry => moves.get(String(entry))?.[0] ?? []);
  return new Set(moved.filter(entry => entries.includes(entry)));
}
