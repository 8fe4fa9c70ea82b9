import type { Position } from '../../util/geoText.ts';

/**
 * Returns at most `most` evenly chosen points, including the first and the last, as a flat list of alternating
 * latitudes and longitudes.
 */
export function decimate(points: readonly Position[], most: number): readonly number[] {
  const step = Math.max(1, (points.length - 1) / (most - 1));
  const count = Math.min(points.length, most);
  return Array.from({ length: count }, (_, index) => points[Math.round(index * step)]).flatMap(point =>
    point ? [point.latitude, point.longitude] : [],
  );
}
