/** The zoom levels, in CSS pixels per device pixel. */
export const ZOOMS: readonly number[] = [0.25, 0.5, 0.75, 1, 1.5, 2];

/** Returns the next zoom level in a direction, at most the largest or the smallest. */
export function nextZoom(zoom: number, direction: number): number {
  const larger = ZOOMS.find(one => one > zoom + 0.001) ?? ZOOMS.at(-1);
  const smaller = ZOOMS.findLast(one => one < zoom - 0.001) ?? ZOOMS[0];
  return (direction > 0 ? larger : smaller) ?? zoom;
}
