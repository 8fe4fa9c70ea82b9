import type { Bounds, UiState } from '../../contract/records/uiState.ts';

/** Returns the bounds of a screen in device pixels, or else of its window; undefined if it has neither. */
export function screenBounds({
  a11y_tree: root,
  device_context: context,
}: Pick<UiState, 'a11y_tree' | 'device_context'>): Bounds | undefined {
  const { screen_bounds: size, display_metrics: metrics } = context ?? {};
  const right = size?.width ?? metrics?.widthPixels;
  const bottom = size?.height ?? metrics?.heightPixels;
  if (right && bottom && right > 0 && bottom > 0) return { left: 0, top: 0, right, bottom };
  return root?.boundsInScreen ?? undefined;
}

/** Returns the part of an element within an area; undefined if there is none. */
export function visiblePart(bounds: Bounds, area: Bounds | undefined): Bounds | undefined {
  if (!area) return bounds;
  const left = Math.max(bounds.left, area.left);
  const top = Math.max(bounds.top, area.top);
  const right = Math.min(bounds.right, area.right);
  const bottom = Math.min(bounds.bottom, area.bottom);
  return right > left && bottom > top ? { left, top, right, bottom } : undefined;
}
