import { sameStep } from '../../protocol/flowEdit.ts';
import type { StepPath } from '../../flow/edit/flowEdit.ts';
import type { StepCard } from '../../protocol/flowEditor.ts';
import type { Direction } from './stepKeys.ts';
import type { StepMoves } from './trackSteps.ts';
import { childCount } from './steps.ts';

/** The selection in the step list. */
export interface Selection {
  readonly steps: readonly StepPath[];
  /** The focused and inspected step; undefined for the flow settings. */
  readonly active: StepPath | undefined;
  /** The fixed end of a range selection. */
  readonly anchor: StepPath | undefined;
}

/** The selection while the flow settings are shown. */
export const NOTHING: Selection = { steps: [], active: undefined, anchor: undefined };

/** Returns the selection of a single step. */
export function selectOnly(step: StepPath): Selection {
  return { steps: [step], active: step, anchor: step };
}

/** Returns the selection with one step toggled. */
export function toggleStep(cards: readonly StepCard[], { steps }: Selection, step: StepPath): Selection {
  const isIn = steps.some(selected => sameStep(selected, step));
  const chosen = isIn ? steps.filter(selected => !sameStep(selected, step)) : [...steps, step];
  return { steps: sortSteps(cards, chosen), active: step, anchor: step };
}

/** Returns the selection from the anchor to a step. */
export function extendSelection(
  cards: readonly StepCard[],
  { anchor, active }: Selection,
  step: StepPath,
): Selection {
  const begin = anchor ?? active ?? step;
  const [from, to] = [indexOf(cards, begin), indexOf(cards, step)].toSorted((left, right) => left - right);
  const steps = cards.slice(from, (to ?? 0) + 1).map(card => card.step);
  return { steps, active: step, anchor: begin };
}

/** Returns the selection of all steps; the active step stays. */
export function selectAll(cards: readonly StepCard[], { active, anchor }: Selection): Selection {
  const steps = cards.map(({ step }) => step);
  const [first] = steps;
  return { steps, active: active ?? first, anchor: anchor ?? first };
}

/** Returns the selection of the active step only. */
export function selectActive({ active }: Selection): Selection {
  return active ? selectOnly(active) : NOTHING;
}

/** Returns the selection without steps that no longer exist. */
export function keepExisting(cards: readonly StepCard[], selection: Selection): Selection {
  const isThere = (step: StepPath | undefined): boolean => cards.some(card => sameStep(card.step, step));
  const steps = selection.steps.filter(isThere);
  const active = isThere(selection.active) ? selection.active : steps.at(-1);
  return { steps, active, anchor: isThere(selection.anchor) ? selection.anchor : active };
}

/** Returns the selection of the same steps after they were moved. */
export function moveSelection({ steps, active, anchor }: Selection, moves: StepMoves): Selection {
  const moved = (step: StepPath): StepPath => moves.get(step.join('.')) ?? step;
  return { steps: steps.map(moved), active: active && moved(active), anchor: anchor && moved(anchor) };
}

/** Returns the index of a step in the list; -1 for the settings, which come first. */
export function indexOf(cards: readonly StepCard[], step: StepPath | undefined): number {
  return cards.findIndex(card => sameStep(card.step, step));
}

function sortSteps(cards: readonly StepCard[], steps: readonly StepPath[]): readonly StepPath[] {
  return cards.map(({ step }) => step).filter(step => steps.some(candidate => sameStep(candidate, step)));
}

/** Number of rows that Page Up and Page Down move. */
const PAGE = 8;

/** Returns the index that a movement leads to from another; -1 is the settings row. */
export function indexAfterMove(cards: readonly StepCard[], from: number, direction: Direction): number {
  const last = cards.length - 1;
  switch (direction) {
    case 'up':
      return Math.max(-1, from - 1);
    case 'down':
      return Math.min(last, from + 1);
    case 'pageUp':
      return Math.max(-1, from - PAGE);
    case 'pageDown':
      return Math.min(last, from + PAGE);
    case 'home':
      return -1;
    case 'end':
      return last;
    case 'parent': {
      const [entry, child] = cards[from]?.step ?? [];
      return child === undefined ? from : indexOf(cards, entry === undefined ? undefined : [entry]);
    }
    case 'child': {
      const step = cards[from]?.step;
      return step?.length === 1 && childCount(cards, step[0]) > 0 ? from + 1 : from;
    }
  }
}
