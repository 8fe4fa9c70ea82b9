import { hasProperty } from '../../flow/selector/hasProperty.ts';
import { matchElements } from '../../flow/selector/matchElements.ts';
import { Screen } from '../../flow/selector/screen.ts';
import { type Role, roleOf } from '../../flow/selector/selector.ts';
import { type Rectangle, contains, type Point } from './geometry.ts';
import { layoutDisplay } from './layout/layoutDisplay.ts';
import { displayOf, type PhoneState } from './state.ts';
import { classNameOf, uiStateOf, resourceIdOf, widgetText } from './uiState.ts';
import { paintOrder, type VisibleWidget } from './visible.ts';
import type { Widget } from './widget.ts';
import type { ScreenContext } from './screenContext.ts';

/** A selector for elements of the screen. */
export type PhoneSelector =
  /** Matches the text; if `exact` is false, part of it in any letter case. */
  | { readonly by: 'text'; readonly text: string; readonly exact?: boolean; readonly role?: Role }
  | { readonly by: 'resourceId'; readonly resourceId: string }
  | { readonly by: 'description'; readonly description: string; readonly role?: Role }
  /** Matches the element closest to a text, or else to a description, by default a field. */
  | { readonly by: 'near'; readonly near: string; readonly role?: Role };

/** A found element: its bounds in device pixels, and its text. */
export interface FoundElement {
  readonly bounds: Rectangle;
  /** Always empty for a password. */
  readonly text: string;
  /** Undefined for an element that cannot be checked. */
  readonly isChecked: boolean | undefined;
}

/** Returns the elements of a display that match a selector, in reading order. */
export function findElements(
  state: PhoneState,
  context: ScreenContext,
  displayId: number,
  selector: PhoneSelector,
): readonly FoundElement[] {
  if (selector.by === 'near') return findNear(state, context, displayId, selector);
  return elementsOf(state, context, displayId)
    .filter(item => matches(item, selector))
    .map(({ bounds, widget }) => ({ bounds, text: widgetText(widget), isChecked: checkedState(widget) }));
}

// As the recorder finds it, which writes such selectors.
function findNear(
  state: PhoneState,
  context: ScreenContext,
  displayId: number,
  { near, role = 'field' }: Extract<PhoneSelector, { readonly by: 'near' }>,
): readonly FoundElement[] {
  const uiState = uiStateOf(state, context, { displayId });
  const screen = new Screen(uiState ?? {});
  const label = screen.find({ text: near }).length > 0 ? { text: near } : { description: near };
  const found = matchElements(screen, { role, near: label });
  return found.map(({ bounds, text, node: { isCheckable, isChecked } }) => ({
    bounds,
    text,
    isChecked: isCheckable === true ? isChecked === true : undefined,
  }));
}

/** Returns the text or description of the frontmost element that has one at a point in device pixels, or null. */
export function elementTextAt(
  state: PhoneState,
  context: ScreenContext,
  displayId: number,
  point: Point,
): string | null {
  const item = elementsOf(state, context, displayId).findLast(
    ({ bounds, widget }) => contains(bounds, point) && spoken(widget) !== '',
  );
  return item ? spoken(item.widget) : null;
}

/** Returns all texts of the app on a display, in reading order; never a typed password. */
export function appTexts(state: PhoneState, context: ScreenContext, displayId: number): readonly string[] {
  return elementsOf(state, context, displayId)
    .filter(({ window }) => window.role === 'app')
    .map(({ widget }) => widgetText(widget))
    .filter(text => text !== '');
}

/** Returns all visible widgets of a display from back to front; none for an unknown display. */
export function elementsOf(
  state: PhoneState,
  context: ScreenContext,
  displayId: number,
): readonly VisibleWidget[] {
  const display = displayOf(state, displayId);
  return display ? paintOrder(layoutDisplay(state, context, display)) : [];
}

function matches(
  { widget, window }: VisibleWidget,
  selector: Exclude<PhoneSelector, { readonly by: 'near' }>,
): boolean {
  switch (selector.by) {
    case 'text':
      return (
        hasProperty({ text: widgetText(widget) }, 'text', selector.text, selector.exact !== false) &&
        hasRole(widget, selector.role)
      );
    case 'resourceId':
      return hasProperty({ resourceId: resourceIdOf(window, widget) }, 'resourceId', selector.resourceId);
    case 'description':
      return hasProperty(widget, 'description', selector.description) && hasRole(widget, selector.role);
  }
}

function hasRole(widget: Widget, role: Role | undefined): boolean {
  if (role === undefined) return true;
  const widgetRole = roleOf(classNameOf(widget), widget.kind === 'field', widget.password === true);
  return hasProperty({ role: widgetRole }, 'role', role);
}

function checkedState({ kind, checked }: Widget): boolean | undefined {
  return kind === 'switch' || kind === 'checkbox' ? (checked ?? false) : undefined;
}

function spoken(widget: Widget): string {
  return widgetText(widget) || (widget.description ?? '');
}
