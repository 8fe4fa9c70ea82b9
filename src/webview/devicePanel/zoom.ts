/** Zooms to choose from, as pixels of the page for each of the device. */
export const ZOOMS: readonly number[] = [0.25, 0.5, 0.75, 1, 1.5, 2];

/** The zoom next to one in a direction, at most the largest or the smallest. */
export function nextZoom(zoom: number, direction: number): number {
  const larger = ZOOMS.find(one => one > zoom + 0.001) ?? ZOOMS.at(-1);
  const smaller = ZOOMS.findLast(one => one < zoom - 0.001) ?? ZOOMS[0];
  return (direction > 0 ? larger : smaller) ?? zoom;
}
