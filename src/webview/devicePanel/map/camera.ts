import { geoMercator } from 'd3-geo';
import type { Position } from '../../../util/geoText.ts';
import type { Size } from '../../../util/pngSize.ts';

/** The view of a map: its center, and the width of the whole equator in pixels. */
export interface Camera extends Position {
  readonly worldPixels: number;
}

/** A point on a map in CSS pixels from its upper left corner. */
export interface PixelPoint {
  readonly x: number;
  readonly y: number;
}

/** The northernmost latitude of the map, at which the Mercator world is a square. */
export const NORTHERNMOST = 85.05112877980659;

/** The maximum zoom, as `worldPixels`: a pixel is about 2.4 m at the equator, 0.00002 degrees. */
export const CLOSEST = 2 ** 24;

/** The maximum zoom with coastlines: their error of up to five kilometers is then as large as a position marker. */
export const CLOSEST_LAND = 2 ** 16;

/** The width of the world in the units of its shapes; the origin is the center. */
export const SHAPE_UNITS = 8192;

const mercator = geoMercator()
  .scale(1 / (2 * Math.PI))
  .translate([0, 0]);

/** Projects a position to fractions of the world map from its center, -0.5 to 0.5, with y down. */
export function project({ latitude, longitude }: Position): PixelPoint {
  const mappedLatitude = Math.min(NORTHERNMOST, Math.max(-NORTHERNMOST, latitude));
  const [x, y] = mercator([longitude, mappedLatitude]) ?? [0, 0];
  return { x, y };
}

/** Returns the position at a projected point; the inverse of `project`. */
export function unproject({ x, y }: PixelPoint): Position {
  const [longitude, latitude] = mercator.invert?.([x, y]) ?? [0, 0];
  return { latitude, longitude: wrapLongitude(longitude) };
}

/** Returns the point of a position on the map; of its repetitions around the world, the one nearest to the center. */
export function pixelPointOf(position: Position, camera: Camera, { width, height }: Size): PixelPoint {
  const [middle, plane] = [project(camera), project(position)];
  const across = plane.x - middle.x;
  return {
    x: width / 2 + (across - Math.round(across)) * camera.worldPixels,
    y: height / 2 + (plane.y - middle.y) * camera.worldPixels,
  };
}

/** Returns the position at a point on the map. */
export function positionAt({ x, y }: PixelPoint, camera: Camera, { width, height }: Size): Position {
  const middle = project(camera);
  return unproject({
    x: middle.x + (x - width / 2) / camera.worldPixels,
    y: Math.min(0.5, Math.max(-0.5, middle.y + (y - height / 2) / camera.worldPixels)),
  });
}

/** Limits a camera so that the world fills the map without space above or below, and the zoom stays within CLOSEST. */
export function clampCamera(camera: Camera, { width, height }: Size): Camera {
  const worldPixels = Math.min(CLOSEST, Math.max(width, height, camera.worldPixels));
  const room = Math.max(0, 0.5 - height / 2 / worldPixels);
  const plane = project(camera);
  const y = Math.min(room, Math.max(-room, plane.y));
  const { latitude, longitude } = y === plane.y ? camera : unproject({ x: plane.x, y });
  return { latitude, longitude: wrapLongitude(longitude), worldPixels };
}

/** Moves the center by CSS pixels, right and down. */
export function pan(camera: Camera, size: Size, across: number, down: number): Camera {
  const center = { x: size.width / 2 + across, y: size.height / 2 + down };
  return clampCamera({ ...positionAt(center, camera, size), worldPixels: camera.worldPixels }, size);
}

/** Returns the maximum zoom of a view: without coastlines, only the marks show where it is. */
export function closestZoom(camera: Camera, size: Size, marks: readonly Position[]): number {
  const isInView = (mark: Position): boolean => {
    const { x, y } = pixelPointOf(mark, camera, size);
    return x >= 0 && x <= size.width && y >= 0 && y <= size.height;
  };
  return marks.some(isInView) ? CLOSEST : CLOSEST_LAND;
}

/**
 * Zooms by a factor, but not closer than `closest`; the position at `at`, by default the center, stays in place. A view
 * that is closer already stays so.
 */
export function zoomBy(
  camera: Camera,
  size: Size,
  factor: number,
  at?: PixelPoint,
  closest = CLOSEST,
): Camera {
  const point = at ?? { x: size.width / 2, y: size.height / 2 };
  const fixed = positionAt(point, camera, size);
  const worldPixels = Math.min(camera.worldPixels * factor, Math.max(closest, camera.worldPixels));
  const closer = clampCamera({ ...camera, worldPixels }, size);
  const moved = pixelPointOf(fixed, closer, size);
  return pan(closer, size, moved.x - point.x, moved.y - point.y);
}

/**
 * Returns the camera that shows all positions with a margin, or a single one at FROM_NEAR; undefined without positions.
 */
export function fitCamera(positions: readonly Position[], size: Size): Camera | undefined {
  const planes = positions.map(project);
  const [first] = planes;
  if (!first) return undefined;
  // Positions on both sides of the antimeridian are placed next to each other.
  const across = planes.map(({ x }) => first.x + (x - first.x - Math.round(x - first.x)));
  const [left, right] = extent(across);
  const [top, bottom] = extent(planes.map(({ y }) => y));
  const worldPixels = Math.min(
    positions.length > 1 ? CLOSEST / 4 : FROM_NEAR,
    (size.width * 0.8) / Math.max(right - left, 1e-9),
    (size.height * 0.8) / Math.max(bottom - top, 1e-9),
  );
  return clampCamera({ ...unproject({ x: (left + right) / 2, y: (top + bottom) / 2 }), worldPixels }, size);
}

/** The zoom for a single position: a town and its surroundings. */
export const FROM_NEAR = 2 ** 17;

function extent(numbers: readonly number[]): readonly [number, number] {
  return numbers.reduce<readonly [number, number]>(
    ([low, high], number) => [Math.min(low, number), Math.max(high, number)],
    [Infinity, -Infinity],
  );
}

function wrapLongitude(longitude: number): number {
  const turned = ((((longitude + 180) % 360) + 360) % 360) - 180;
  return turned === -180 && longitude > 0 ? 180 : turned;
}
