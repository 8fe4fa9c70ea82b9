import type { DevicePoint } from '../flow/record/deviceGesture.ts';
import type { ScreenElement } from './devicePanel.ts';

/**
 * Returns the smallest element that contains a point, the frontmost of those of equal size; undefined if there is none.
 */
export function elementAt(
  elements: readonly ScreenElement[],
  { x, y }: DevicePoint,
): ScreenElement | undefined {
  let found: ScreenElement | undefined;
  for (const element of elements) {
    const { left, top, right, bottom } = element;
    if (x < left || x >= right || y < top || y >= bottom) continue;
    if (!found || area(element) <= area(found)) found = element;
  }
  return found;
}

function area({ left, top, right, bottom }: ScreenElement): number {
  return (right - left) * (bottom - top);
}
