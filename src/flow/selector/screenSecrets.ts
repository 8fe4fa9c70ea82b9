import type { TraceElement } from '../../contract/sandbox/traces.ts';
import { findPasscodes } from '../../util/passcodes/findPasscodes.ts';
import type { CodeHider } from '../../util/passcodes/hideCodes.ts';
import { hideCodesIn } from '../../util/passcodes/hideCodesIn.ts';
import type { Screen, ScreenElement } from './screen.ts';

/** The texts of an element, and what hides it, if anything. */
type ShownElement = Partial<Pick<TraceElement, 'text' | 'description' | 'resourceId' | 'hidden'>>;

/** The texts of an element that may be shown. */
export type ElementTexts = Pick<ScreenElement, 'text' | 'description' | 'resourceId'>;

/** Returns the passcodes that the elements of a screen show, also if another element says that it is one. */
export function shownPasscodes(elements: readonly ShownElement[]): readonly string[] {
  const found = [
    elements.map(({ text, description }) => `${text ?? ''}\n${description ?? ''}`),
    // Texts that nobody sees can separate a passcode from its name.
    visibleTexts(elements),
  ].flatMap(texts => findPasscodes([texts.join('\n')]));
  return [...new Set(found)];
}

/** Returns what is visible of each element: its text, or else its description or resource ID. */
export function visibleTexts(elements: readonly ShownElement[]): readonly string[] {
  return elements
    .filter(({ hidden }) => hidden == null)
    .flatMap(({ text, description, resourceId }) => text || description || resourceId || []);
}

/** Returns the texts of elements without codes, also without those across several elements such as boxes for a digit. */
export function hideInElements(
  elements: readonly ScreenElement[],
  codes: CodeHider,
): ReadonlyMap<ScreenElement, ElementTexts> {
  const texts = elements.map(({ text, description, resourceId }) => ({ text, description, resourceId }));
  const hidden = hideCodesIn(texts, codes);
  return new Map(elements.map((element, at) => [element, hidden[at] ?? element]));
}

/** True if a picture of the screen could show a passcode or a password. */
export function hasSecrets({ elements }: Screen, codes: CodeHider): boolean {
  if (elements.some(({ node }) => node.isPassword === true && Boolean(node.text))) return true;
  if (elements.some(({ text, description }) => findPasscodes([`${text}\n${description}`]).length > 0))
    return true;
  const texts = elements.map(({ text, description }) => ({ text, description }));
  return JSON.stringify(hideCodesIn(texts, codes)) !== JSON.stringify(texts);
}
