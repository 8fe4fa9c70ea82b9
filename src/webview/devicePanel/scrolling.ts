import type { DevicePoint } from '../../flow/record/deviceGesture.ts';
import type { Size } from '../../util/pngSize.ts';
import { clampToDisplay } from './screenMap.ts';

/** Duration of a scrolling swipe, in milliseconds. */
const SCROLL_MS = 300;

/** Fraction of the display height that Page Up and Page Down scroll. */
const PAGE = 0.5;

/** A swipe that scrolls. */
interface Scroll {
  readonly from: DevicePoint;
  readonly to: DevicePoint;
  /** In milliseconds. */
  readonly duration: number;
}

/**
 * Returns the swipe that scrolls by some device pixels, right and down, starting at a point or as near to it as the
 * display allows; undefined if the distance is zero.
 */
export function scrollBy(at: DevicePoint, by: DevicePoint, size: Size): Scroll | undefined {
  // The finger moves against the scroll direction.
  const wanted = { x: at.x - by.x, y: at.y - by.y };
  const to = clampToDisplay(wanted, size);
  const from = clampToDisplay({ x: at.x + to.x - wanted.x, y: at.y + to.y - wanted.y }, size);
  return from.x === to.x && from.y === to.y ? undefined : { from, to, duration: SCROLL_MS };
}

/** Returns the swipe through the center that scrolls one page down (1) or up (-1). */
export function scrollPage(pages: 1 | -1, size: Size): Scroll | undefined {
  const middle = { x: size.width / 2, y: size.height / 2 + (pages * size.height * PAGE) / 2 };
  return scrollBy(clampToDisplay(middle, size), { x: 0, y: Math.round(pages * size.height * PAGE) }, size);
}
