import { type Bounds, contains, type Point } from './geometry.ts';
import { layoutDisplay } from './layout/layoutDisplay.ts';
import { displayOf, type PhoneState } from './state.ts';
import { resourceIdOf } from './uiState.ts';
import { paintOrder, type VisibleWidget } from './visible.ts';
import type { Widget } from './widget.ts';
import type { ScreenContext } from './screenContext.ts';

/** A selector for elements of the screen. */
export type Selector =
  /** Matches the text; if `exact` is false, part of it in any letter case. */
  | { readonly by: 'text'; readonly text: string; readonly exact?: boolean }
  | { readonly by: 'resourceId'; readonly resourceId: string }
  | { readonly by: 'description'; readonly description: string };

/** A found element: its bounds in device pixels, and its text. */
export interface FoundElement {
  readonly bounds: Bounds;
  /** Always empty for a password. */
  readonly text: string;
}

/** Returns the elements of a display that match a selector, in reading order. */
export function findElements(
  state: PhoneState,
  context: ScreenContext,
  displayId: number,
  selector: Selector,
): readonly FoundElement[] {
  return elementsOf(state, context, displayId)
    .filter(item => matches(item, selector))
    .map(({ bounds, widget }) => ({ bounds, text: readable(widget) }));
}

/** Returns the text or description of the frontmost element that has one at a point in device pixels, or null. */
export function elementAt(
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
export function visibleTexts(
  state: PhoneState,
  context: ScreenContext,
  displayId: number,
): readonly string[] {
  return elementsOf(state, context, displayId)
    .filter(({ window }) => window.role === 'app')
    .map(({ widget }) => readable(widget))
    .filter(text => text !== '');
}

function elementsOf(state: PhoneState, context: ScreenContext, displayId: number): readonly VisibleWidget[] {
  const display = displayOf(state, displayId);
  return display ? paintOrder(layoutDisplay(state, context, display)) : [];
}

function matches({ widget, window }: VisibleWidget, selector: Selector): boolean {
  switch (selector.by) {
    case 'text':
      return selector.exact === false
        ? readable(widget).toLowerCase().includes(selector.text.toLowerCase())
        : readable(widget) === selector.text;
    case 'resourceId':
      return resourceIdOf(window, widget) === selector.resourceId;
    case 'description':
      return widget.description === selector.description;
  }
}

function readable({ password, text }: Widget): string {
  return password === true ? '' : (text ?? '');
}

function spoken(widget: Widget): string {
  return readable(widget) || (widget.description ?? '');
}
