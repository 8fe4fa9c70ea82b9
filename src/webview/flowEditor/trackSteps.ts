import { sameStep } from '../../protocol/flowEdit.ts';
import type { StepPath } from '../../flow/edit/flowEdit.ts';
import type { StepCard } from '../../protocol/flowEditor.ts';

/** The new paths of the steps of an earlier version, by their old paths, such as `1.0`. */
export type StepMoves = ReadonlyMap<string, StepPath>;

type Cards = readonly StepCard[];

/**
 * Maps the steps of a version of the flow to the next one. Steps that an edit moved are those `chosen` before and
 * `selected` by the extension after it; the others are matched by name and action, or else by position.
 */
export function trackSteps(
  before: Cards,
  now: Cards,
  chosen: readonly StepPath[],
  selected: readonly StepPath[] | undefined,
): StepMoves {
  const [taken, put] = [pickSteps(before, chosen), pickSteps(now, selected ?? [])];
  const [stayed, others] = [omitCards(before, taken), omitCards(now, put)];
  return (
    (taken.length === put.length ? matchInOrder([...taken, ...stayed], [...put, ...others]) : undefined) ??
    matchRearranged(before, now) ??
    matchInOrder(before, others) ??
    matchInOrder(stayed, now) ??
    matchByLookOrPosition(before, now)
  );
}

function pickSteps(cards: Cards, steps: readonly StepPath[]): Cards {
  return cards.filter(({ step }) =>
    steps.some(
      candidate => sameStep(candidate, step) || (candidate.length === 1 && candidate[0] === step[0]),
    ),
  );
}

function omitCards(cards: Cards, others: Cards): Cards {
  return cards.filter(card => !others.includes(card));
}

/** Pairs the steps by order; undefined unless all of them match. */
function matchInOrder(before: Cards, now: Cards): StepMoves | undefined {
  const isSame = before.length === now.length && before.every((card, at) => lookOf(card) === lookOf(now[at]));
  if (!isSame) return undefined;
  return new Map(now.map(({ step }, at) => [before[at]?.step.join('.') ?? '', step]));
}

/** Pairs each step with the nearest one of the same look. */
function matchByLook(before: Cards, now: Cards, look: (card: StepCard) => string): Map<string, StepPath> {
  const moves = new Map<string, StepPath>();
  const alike = Map.groupBy(now, look);
  for (const card of before) {
    const free = alike.get(look(card)) ?? [];
    const [first, ...others] = free;
    if (!first) continue;
    const pickNearer = (best: StepCard, candidate: StepCard): StepCard =>
      distance(card, candidate) < distance(card, best) ? candidate : best;
    const found = others.reduce(pickNearer, first);
    moves.set(card.step.join('.'), found.step);
    free.splice(free.indexOf(found), 1);
  }
  return moves;
}

/** Pairs steps that were only reordered; undefined otherwise. */
function matchRearranged(before: Cards, now: Cards): StepMoves | undefined {
  if (before.length !== now.length) return undefined;
  const moves = matchByLook(before, now, ({ name, action, facts }) => JSON.stringify([name, action, facts]));
  return moves.size === before.length ? moves : undefined;
}

/** Pairs steps by look, and the rest by position if the number of steps is unchanged. */
function matchByLookOrPosition(before: Cards, now: Cards): StepMoves {
  const moves = matchByLook(before, now, lookOf);
  const taken = new Set([...moves.values()].map(String));
  if (before.length !== now.length) return moves;
  for (const { step } of before) {
    const isThere = now.some(card => sameStep(card.step, step)) && !taken.has(String(step));
    if (isThere && !moves.has(step.join('.'))) moves.set(step.join('.'), step);
  }
  return moves;
}

function lookOf(card: StepCard | undefined): string {
  return JSON.stringify([card?.name, card?.action]);
}

function distance({ step: [entry, child = -1] }: StepCard, { step: [other, inner = -1] }: StepCard): number {
  return Math.abs(entry - other) + Math.abs(child - inner) / 1000;
}
