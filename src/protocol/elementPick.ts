import { anyOf, flag, arrayOf, maybe, number, object, oneOf, type Shaped, text } from './shape.ts';

const point = object({ x: number, y: number });

/** The place that the user points at: an element by its index in a read of the elements, or only a point of the screen. */
const pickTarget = object({ read: number, element: maybe(number), at: maybe(point) });
export type PickTarget = Shaped<typeof pickTarget>;

/**
 * A request about the element that the user picks for a step. `pickChoices` returns PickChoices, or null if the elements
 * were read again since; `usePick` and `cancelPick` return null.
 */
export const pickRequest = anyOf(
  object({ kind: oneOf('pickChoices'), target: pickTarget }),
  object({ kind: oneOf('usePick'), target: pickTarget, choice: number }),
  object({ kind: oneOf('cancelPick') }),
  /** Asks what to check of an element; returns null at once. */
  object({ kind: oneOf('checkElement'), target: pickTarget }),
  /** Returns the ElementSelector that is recommended; null if no selector finds the element. */
  object({ kind: oneOf('elementSelector'), target: pickTarget }),
);

/** The ways in which the step can name an element, the best first; empty if there are none. */
export const pickChoices = arrayOf(object({ label: text, detail: text, isUnique: flag }));
export type PickChoices = Shaped<typeof pickChoices>;

/** The pick that the user is asked for. */
export const pickState = object({
  /** The step that the element is for. */
  step: text,
  /** True if the step can also name a point without an element. */
  takesPoints: flag,
  /** Set if a click opens a menu at the element: what a recording checks of it, or waits for. */
  mode: maybe(oneOf('check', 'wait')),
});
export type PickState = Shaped<typeof pickState>;

/** The selector that is recommended for an element. */
export const elementSelector = object({
  /** The selector in words, such as `Text “Sign in”`. */
  label: text,
  /** The selector as flow files and tests write it, as JSON. */
  json: text,
  /** The number of elements of this screen that it finds. */
  matches: number,
});
export type ElementSelector = Shaped<typeof elementSelector>;
