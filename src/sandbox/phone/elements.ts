import type { UiNode, UiState } from '../../contract/records/uiState.ts';
import { hasProperty } from '../../flow/selector/hasProperty.ts';
import { matchElements } from '../../flow/selector/matchElements.ts';
import { Screen, type ScreenElement } from '../../flow/selector/screen.ts';
import type { Role } from '../../flow/selector/selector.ts';
import { type Rectangle, contains, type Point } from './geometry.ts';

/** A selector for elements of the screen. */
export type PhoneSelector =
  /** Matches the text; if `exact` is false, part of it in any letter case. */
  | { readonly by: 'text'; readonly text: string; readonly exact?: boolean; readonly role?: Role }
  | { readonly by: 'resourceId'; readonly resourceId: string }
  | { readonly by: 'description'; readonly description: string; readonly role?: Role }
  /** Matches the element closest to a text, or else to a description, by default a field. */
  | { readonly by: 'near'; readonly near: string; readonly role?: Role };

/** A found element: its visible bounds in device pixels, and its text. */
export interface FoundElement {
  readonly bounds: Rectangle;
  /** Always empty for a password. */
  readonly text: string;
  /** Undefined for an element that cannot be checked. */
  readonly isChecked: boolean | undefined;
}

/** The bars of the system, which belong to no app. */
const BAR = /:id\/(?:status_bar|navigation_bar)/;
const SYSTEM_UI = 'com.android.systemui';

/** Returns the elements of a screen that match a selector, in reading order. */
export function findElements(tree: UiState, selector: PhoneSelector): readonly FoundElement[] {
  const found =
    selector.by === 'near'
      ? findNear(new Screen(tree), selector)
      : allElements(tree).filter(element => matches(element, selector));
  return found.map(({ bounds, visible = bounds, text, node: { isCheckable, isChecked } }) => ({
    bounds: visible,
    text,
    isChecked: isCheckable === true ? isChecked === true : undefined,
  }));
}

// As the recorder finds it, which writes such selectors.
function findNear(
  screen: Screen,
  { near, role = 'field' }: Extract<PhoneSelector, { readonly by: 'near' }>,
): readonly ScreenElement[] {
  const label = screen.find({ text: near }).length > 0 ? { text: near } : { description: near };
  return matchElements(screen, { role, near: label });
}

/** Returns the text or description of the frontmost element that has one at a point in device pixels, or null. */
export function elementTextAt(tree: UiState, point: Point): string | null {
  const element = allElements(tree).findLast(
    candidate => contains(candidate.bounds, point) && spoken(candidate) !== '',
  );
  return element ? spoken(element) : null;
}

/** Returns the elements of the app on a screen, in reading order, without the bars of the system. */
export function appElements(tree: UiState): readonly ScreenElement[] {
  const isSystemInFront = tree.phone_state?.packageName === SYSTEM_UI;
  const isBar = ({ packageName, resourceId }: UiNode): boolean =>
    (packageName === SYSTEM_UI && !isSystemInFront) || BAR.test(resourceId ?? '');
  const bars = new Set<ScreenElement>();
  return new Screen(tree).elements.filter(element => {
    const { node, parent } = element;
    if (!isBar(node) && !(parent && bars.has(parent))) return true;
    bars.add(element);
    return false;
  });
}

/** Returns all texts of the app on a screen, in reading order; never a typed password. */
export function appTexts(tree: UiState): readonly string[] {
  return appElements(tree)
    .map(({ text }) => text)
    .filter(text => text !== '');
}

/** Returns true if a screen shows a progress indicator. */
export function isLoading(tree: UiState): boolean {
  return new Screen(tree).elements.some(({ node }) => node.className?.endsWith('ProgressBar') === true);
}

/** Returns true if the focused field is a password; undefined if the screen does not show which field has the focus. */
export function hasPasswordFocus(tree: UiState): boolean | undefined {
  if (tree.phone_state?.isEditable !== true) return false;
  return new Screen(tree).elements.find(({ node }) => node.isFocused === true)?.isSecret;
}

/** Returns true if a screen has a field for a password. */
export function hasPassword(tree: UiState): boolean {
  return new Screen(tree).elements.some(({ isSecret }) => isSecret);
}

/** Returns all elements of a screen, those of the keyboard last. */
export function allElements(tree: UiState): readonly ScreenElement[] {
  const keyboard = new Screen({ ...tree, a11y_tree: tree.ime_tree });
  return [...new Screen(tree).elements, ...keyboard.elements];
}

function matches(
  { text, resourceId, role, node }: ScreenElement,
  selector: Exclude<PhoneSelector, { readonly by: 'near' }>,
): boolean {
  if (selector.by === 'resourceId') return hasProperty({ resourceId }, 'resourceId', selector.resourceId);
  if (selector.role !== undefined && !hasProperty({ role }, 'role', selector.role)) return false;
  if (selector.by === 'text') return hasProperty({ text }, 'text', selector.text, selector.exact !== false);
  return hasProperty({ description: node.contentDescription }, 'description', selector.description);
}

function spoken({ text, description }: ScreenElement): string {
  return text || description;
}
