import type { StepPath } from '../../flow/edit/gesture.ts';
import type { StepCard } from '../../protocol/flowEditor.ts';
import { sameStep } from './steps.ts';

/** Which steps are selected. */
export interface Selection {
  readonly steps: readonly StepPath[];
  /** The step that has the focus and is shown; undefined for the settings of the flow. */
  readonly active: StepPath | undefined;
  /** Where a range begins. */
  readonly anchor: StepPath | undefined;
}

/** What the selection is when the settings of the flow are shown. */
export const NOTHING: Selection = { steps: [], active: undefined, anchor: undefined };

/** The selection of one step alone. */
export function only(step: StepPath): Selection {
  return { steps: [step], active: step, anchor: step };
}

/** The selection with a step added or taken away. */
export function toggled(cards: readonly StepCard[], { steps }: Selection, step: StepPath): Selection {
  const isIn = steps.some(one => sameStep(one, step));
  const chosen = isIn ? steps.filter(one => !sameStep(one, step)) : [...steps, step];
  return { steps: inOrder(cards, chosen), active: step, anchor: step };
}

/** All steps from where the range begins to a step. */
export function extended(
  cards: readonly StepCard[],
  { anchor, active }: Selection,
  step: StepPath,
): Selection {
  const begin = anchor ?? active ?? step;
  const [from, to] = [indexOf(cards, begin), indexOf(cards, step)].toSorted((one, other) => one - other);
  const steps = cards.slice(from, (to ?? 0) + 1).map(card => card.step);
  return { steps, active: step, anchor: begin };
}

/** Every step, with the focus where it was. */
export function everything(cards: readonly StepCard[], { active, anchor }: Selection): Selection {
  const steps = cards.map(({ step }) => step);
  const [first] = steps;
  return { steps, active: active ?? first, anchor: anchor ?? first };
}

/** The selection without steps that are no longer there. */
export function stillThere(cards: readonly StepCard[], selection: Selection): Selection {
  const isThere = (step: StepPath | undefined): boolean => cards.some(card => sameStep(card.step, step));
  const steps = selection.steps.filter(isThere);
  const active = isThere(selection.active) ? selection.active : steps.at(-1);
  return { steps, active, anchor: isThere(selection.anchor) ? selection.anchor : active };
}

/** The place of a step in the list; -1 for the settings, which stand before it. */
export function indexOf(cards: readonly StepCard[], step: StepPath | undefined): number {
  return cards.findIndex(card => sameStep(card.step, step));
}

function inOrder(cards: readonly StepCard[], steps: readonly StepPath[]): readonly StepPath[] {
  return cards.map(({ step }) => step).filter(step => steps.some(one => sameStep(one, step)));
}
