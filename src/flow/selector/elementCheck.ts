import { showDifference, showSpaces } from '../../util/showSpaces.ts';
import { hasText } from './hasProperty.ts';
import { matchElements } from './matchElements.ts';
import type { Screen, ScreenElement } from './screen.ts';
import { describeSelector, type Selector } from './selector.ts';

/** The expectations that an element can meet. */
export const ELEMENT_CHECKS = ['exists', 'textIs', 'textContains', 'checked', 'notChecked', 'gone'] as const;
export type ElementCheck = (typeof ELEMENT_CHECKS)[number];

/** An expectation about an element of a screen. */
export interface ExpectedElement {
  readonly element: Selector;
  readonly check: ElementCheck;
  /** The text of `textIs` and `textContains`. */
  readonly value?: string | undefined;
}

/** The reason why a screen does not meet an expectation, in one sentence, and two texts to compare, if there are. */
interface UnmetCheck {
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
}

const MAX_NAME_LENGTH = 200;
const MAX_TEXT_LENGTH = 1000;

/** Compares a screen with an expectation; undefined if it is met. If several elements match, one of them must meet it. */
export function checkElement(screen: Screen, expected: ExpectedElement): UnmetCheck | undefined {
  const found = matchElements(screen, expected.element);
  const { check, value = '' } = expected;
  const sentence = `Expected ${wishOf(expected)}, but`;
  if (check === 'gone')
    return found.length === 0 ? undefined : { message: `${sentence} it is on the screen.` };
  const [first] = found;
  if (!first)
    return { message: `${sentence} ${check === 'exists' ? 'it is not' : 'it is not on the screen'}.` };
  if (check === 'exists') return undefined;
  if (check === 'checked' || check === 'notChecked') {
    const states = found.map(element => isChecked(screen, element));
    if (states.includes(check === 'checked')) return undefined;
    const isCheckable = states.some(state => state !== undefined);
    return {
      message: `${sentence} ${isCheckable ? `it is${check === 'checked' ? ' not' : ''}` : 'it cannot be checked'}.`,
    };
  }
  // An empty text of a password says nothing about what is typed in it.
  if (found.every(element => element.isSecret))
    return { message: `${sentence} the text of a password is hidden.` };
  const texts = found
    .filter(element => !element.isSecret)
    .flatMap(element => {
      const own = textsOf(screen, element);
      return own.length === 0 ? [''] : own;
    });
  if (texts.some(text => hasText(text, value, check === 'textIs'))) return undefined;
  const [actual = ''] = texts;
  const more = found.length > 1 ? `, and no other of the ${found.length} matches does` : '';
  const [shownValue, shownActual] = showDifference(value, actual);
  const different = `Expected ${wishOf({ ...expected, value: shownValue })}, but`;
  return { message: `${different} it is ${quote(shownActual)}${more}.`, expected: value, actual };
}

/** Returns the wish of an expectation in words, such as `the button “Pay” to be gone`. */
function wishOf({ element, check, value = '' }: ExpectedElement): string {
  const name = shorten(describeSelector(element), MAX_NAME_LENGTH);
  switch (check) {
    case 'exists':
      return `${name} to be on the screen`;
    case 'gone':
      return `${name} to be gone`;
    case 'checked':
      return `${name} to be checked`;
    case 'notChecked':
      return `${name} not to be checked`;
    case 'textIs':
      return `the text of ${name} to be ${quote(value)}`;
    case 'textContains':
      return `the text of ${name} to contain ${quote(value)}`;
  }
}

/** Returns the texts of an element and of what reacts to a tap with it, each once. */
export function textsOf(screen: Screen, element: ScreenElement): readonly string[] {
  const texts = partsOf(screen, element).map(({ text }) => text);
  return [...new Set([element.text, ...texts])].filter(text => text !== '');
}

/** Returns true or false for an element that can be checked, itself or a part of it; undefined for any other. */
export function isChecked(screen: Screen, element: ScreenElement): boolean | undefined {
  const checkable = [element, ...partsOf(screen, element)].find(
    ({ node, role }) => node.isCheckable === true || ['checkbox', 'switch', 'radio'].includes(role),
  );
  return checkable === undefined ? undefined : checkable.node.isChecked === true;
}

/** Returns the element that reacts to a tap with an element, and what is in it and reacts with it. */
function partsOf(screen: Screen, { target }: ScreenElement): readonly ScreenElement[] {
  return screen.elements.slice(target.order, target.end).filter(part => part.target === target);
}

function quote(text: string): string {
  return `“${shorten(showSpaces(text), MAX_TEXT_LENGTH)}”`;
}

function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
