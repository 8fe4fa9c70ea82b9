import type { StepPath } from '../../flow/edit/flowEdit.ts';
import type { StepCard } from '../../protocol/flowEditor.ts';
import { sameStep } from './steps.ts';

/** The new paths of the steps of an earlier version, by their old paths, such as `1.0`. */
export type Places = ReadonlyMap<string, StepPath>;

type Cards = readonly StepCard[];

/**
 * Maps the steps of a version of the flow to the next one. Steps that an edit moved are those `chosen` before and
 * `selected` by the extension after it; the others are matched by name and action, or else by position.
 */
export function placesAfter(
  before: Cards,
  now: Cards,
  chosen: readonly StepPath[],
  selected: readonly StepPath[] | undefined,
): Places {
  const [taken, put] = [within(before, chosen), within(now, selected ?? [])];
  const [stayed, others] = [without(before, taken), without(now, put)];
  return (
    (taken.length === put.length ? inOrder([...taken, ...stayed], [...put, ...others]) : undefined) ??
    rearranged(before, now) ??
    inOrder(before, others) ??
    inOrder(stayed, now) ??
    byLookOrPlace(before, now)
  );
}

function within(cards: Cards, steps: readonly StepPath[]): Cards {
  return cards.filter(({ step }) =>
    steps.some(
      candidate => sameStep(candidate, step) || (candidate.length === 1 && candidate[0] === step[0]),
    ),
  );
}

function without(cards: Cards, others: Cards): Cards {
  return cards.filter(card => !others.includes(card));
}

/** Pairs the steps by order; undefined unless all of them match. */
function inOrder(before: Cards, now: Cards): Places | undefined {
  const isSame = before.length === now.length && before.every((card, at) => lookOf(card) === lookOf(now[at]));
  if (!isSame) return undefined;
  return new Map(now.map(({ step }, at) => [before[at]?.step.join('.') ?? '', step]));
}

/** Pairs each step with the nearest one of the same look. */
function byLook(before: Cards, now: Cards, look: (card: StepCard) => string): Map<string, StepPath> {
  const places = new Map<string, StepPath>();
  const alike = Map.groupBy(now, look);
  for (const card of before) {
    const free = alike.get(look(card)) ?? [];
    const [first, ...others] = free;
    if (!first) continue;
    const nearer = (best: StepCard, candidate: StepCard): StepCard =>
      distance(card, candidate) < distance(card, best) ? candidate : best;
    const found = others.reduce(nearer, first);
    places.set(card.step.join('.'), found.step);
    free.splice(free.indexOf(found), 1);
  }
  return places;
}

/** Pairs steps that were only reordered; undefined otherwise. */
function rearranged(before: Cards, now: Cards): Places | undefined {
  if (before.length !== now.length) return undefined;
  const places = byLook(before, now, ({ name, action, facts }) => JSON.stringify([name, action, facts]));
  return places.size === before.length ? places : undefined;
}

/** Pairs steps by look, and the rest by position if the number of steps is unchanged. */
function byLookOrPlace(before: Cards, now: Cards): Places {
  const places = byLook(before, now, lookOf);
  const taken = new Set([...places.values()].map(String));
  if (before.length !== now.length) return places;
  for (const { step } of before) {
    const isThere = now.some(card => sameStep(card.step, step)) && !taken.has(String(step));
    if (isThere && !places.has(step.join('.'))) places.set(step.join('.'), step);
  }
  return places;
}

function lookOf(card: StepCard | undefined): string {
  return JSON.stringify([card?.name, card?.action]);
}

function distance({ step: [entry, child = -1] }: StepCard, { step: [other, inner = -1] }: StepCard): number {
  return Math.abs(entry - other) + Math.abs(child - inner) / 1000;
}
