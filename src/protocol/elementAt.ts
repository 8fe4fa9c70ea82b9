import type { DevicePoint } from '../flow/record/deviceGesture.ts';
import type { PanelElement } from './devicePanel.ts';

/**
 * Returns the smallest element that contains a point, the frontmost of those of equal size; undefined if there is none.
 */
export function elementAt(
  elements: readonly PanelElement[],
  { x, y }: DevicePoint,
): PanelElement | undefined {
  let found: PanelElement | undefined;
  for (const element of elements) {
    const { left, top, right, bottom } = element;
    if (x < left || x >= right || y < top || y >= bottom) continue;
    if (!found || area(element) <= area(found)) found = element;
  }
  return found;
}

function area({ left, top, right, bottom }: PanelElement): number {
  return (right - left) * (bottom - top);
}
