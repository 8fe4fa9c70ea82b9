import type { Bounds, UiNode, UiState } from '../contract/records/uiState.ts';
import { matchElements } from '../flow/selector/matchElements.ts';
import type { Screen, ScreenElement } from '../flow/selector/screen.ts';
import type { PictureExpectation } from './testFile.ts';

/** The IDs of elements that are the status bar. */
const STATUS_BAR = /:id\/(?:status_bar|statusBarBackground)/;
const SYSTEM_UI = 'com.android.systemui';
/** The maximum height of a status bar, and its height if nothing tells it, in density-independent units. */
const STATUS_BAR_UNITS = { most: 64, usual: 24 } as const;
/** The share of the screen from which something is too high for a part of a keyboard. */
const MAX_KEYBOARD_SHARE = 0.6;

/** Returns the parts of a screen that its pictures leave out: the status bar, the keyboard, and the given masks. */
export function leftOutParts(
  state: UiState,
  screen: Screen,
  masks: PictureExpectation['masks'] = [],
): readonly Bounds[] {
  const given = masks.flatMap(({ element, area }) =>
    element ? matchElements(screen, element).map(visibleOf) : area ? [area] : [],
  );
  return [...statusBars(state, screen), ...keyboards(state), ...given];
}

/** Returns the visible bounds of the field with the focus; undefined if there is none. */
export function boundsOfFocus(screen: Screen): Bounds | undefined {
  const field = screen.elements.find(({ node, role }) => node.isFocused === true && role === 'field');
  return field && visibleOf(field);
}

export function visibleOf({ visible, bounds }: ScreenElement): Bounds {
  return visible ?? bounds;
}

/** Returns the pixels of a screen per density-independent unit. */
export function densityOf({ device_context }: UiState): number {
  const density = device_context?.display_metrics?.density ?? 1;
  return density > 0 ? density : 1;
}

function statusBars(state: UiState, screen: Screen): readonly Bounds[] {
  const most = STATUS_BAR_UNITS.most * densityOf(state);
  const found = screen.elements
    .filter(
      ({ node, bounds }) =>
        bounds.top <= 0 &&
        bounds.bottom <= most &&
        (STATUS_BAR.test(node.resourceId ?? '') || node.packageName === SYSTEM_UI),
    )
    .map(({ bounds }) => bounds);
  if (found.length > 0) return found;
  const { width = 0 } = state.device_context?.screen_bounds ?? {};
  return [{ left: 0, top: 0, right: width, bottom: STATUS_BAR_UNITS.usual * densityOf(state) }];
}

function keyboards({ phone_state, ime_tree, device_context }: UiState): readonly Bounds[] {
  if (phone_state?.keyboardVisible !== true || !ime_tree) return [];
  const { width = 0, height = 0 } = device_context?.screen_bounds ?? {};
  // The window of a keyboard can be as high as the screen.
  const parts = boundsWithin(ime_tree).filter(
    ({ top, bottom }) => bottom - top <= height * MAX_KEYBOARD_SHARE,
  );
  const top = Math.min(...parts.map(part => part.top));
  return Number.isFinite(top) ? [{ left: 0, top, right: width, bottom: height }] : [];
}

function boundsWithin({ children, boundsInScreen }: UiNode): readonly Bounds[] {
  const isSeen = boundsInScreen && boundsInScreen.bottom > boundsInScreen.top;
  return [...(isSeen ? [boundsInScreen] : []), ...(children ?? []).flatMap(boundsWithin)];
}
