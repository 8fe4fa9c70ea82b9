import type { DevicePoint } from '../../flow/record/deviceGesture.ts';
import { onDisplay, type Size } from './screenMap.ts';

/** How long a swipe that scrolls takes, in milliseconds. */
const SCROLL_MS = 300;

/** Share of the display that a page of the keyboard scrolls. */
const PAGE = 0.5;

/** The swipe that scrolls. */
export interface Scroll {
  readonly from: DevicePoint;
  readonly to: DevicePoint;
  /** In milliseconds. */
  readonly duration: number;
}

/**
 * The swipe that scrolls by so many pixels of the device, to the right and down, beginning at a point or as near to it
 * as the display has room for; undefined where there is nothing to scroll.
 */
export function scrollBy(at: DevicePoint, by: DevicePoint, size: Size): Scroll | undefined {
  // The finger moves the other way than what is looked for.
  const wanted = { x: at.x - by.x, y: at.y - by.y };
  const to = onDisplay(wanted, size);
  const from = onDisplay({ x: at.x + to.x - wanted.x, y: at.y + to.y - wanted.y }, size);
  return from.x === to.x && from.y === to.y ? undefined : { from, to, duration: SCROLL_MS };
}

/** The swipe across the middle that shows the next page or the one before. */
export function scrollPage(pages: 1 | -1, size: Size): Scroll | undefined {
  const middle = { x: size.width / 2, y: size.height / 2 + (pages * size.height * PAGE) / 2 };
  return scrollBy(onDisplay(middle, size), { x: 0, y: Math.round(pages * size.height * PAGE) }, size);
}
