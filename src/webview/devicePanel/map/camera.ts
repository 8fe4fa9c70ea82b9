import { geoMercator } from 'd3-geo';
import type { Position } from '../../../util/geoText.ts';

/** Where a map is looked at from: the position in its middle, and how many pixels the whole equator has. */
export interface Camera extends Position {
  readonly worldPixels: number;
}

/** The size of a map in pixels of the page. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A place on a map in pixels of the page, from its upper left corner. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** The northernmost latitude that the map shows: there its world is a square. */
export const NORTHERNMOST = 85.05112877980659;

/** The closest look: a pixel is about two metres at the equator, two hundred thousandths of a degree. */
export const CLOSEST = 2 ** 24;

/**
 * The closest look at which coasts are drawn: their shapes are wrong by up to five kilometers, which is as much as the
 * mark of a position there.
 */
export const CLOSEST_LAND = 2 ** 16;

/** How wide the world is in the units that its shapes are drawn in; its middle is their origin. */
export const SHAPE_UNITS = 8192;

const mercator = geoMercator()
  .scale(1 / (2 * Math.PI))
  .translate([0, 0]);

/** Where a position stands on the whole map, in shares of it from its middle: -0.5 to 0.5 each, y down. */
export function planeOf({ latitude, longitude }: Position): Spot {
  const held = Math.min(NORTHERNMOST, Math.max(-NORTHERNMOST, latitude));
  const [x, y] = mercator([longitude, held]) ?? [0, 0];
  return { x, y };
}

/** The position at a place of the whole map. */
export function positionOf({ x, y }: Spot): Position {
  const [longitude, latitude] = mercator.invert?.([x, y]) ?? [0, 0];
  return { latitude, longitude: wrapped(longitude) };
}

/** Where a position is on the map; of its repetitions around the world the one next to the middle. */
export function spotOf(position: Position, camera: Camera, { width, height }: Size): Spot {
  const [middle, plane] = [planeOf(camera), planeOf(position)];
  const across = plane.x - middle.x;
  return {
    x: width / 2 + (across - Math.round(across)) * camera.worldPixels,
    y: height / 2 + (plane.y - middle.y) * camera.worldPixels,
  };
}

/** The position at a place on the map. */
export function positionAt({ x, y }: Spot, camera: Camera, { width, height }: Size): Position {
  const middle = planeOf(camera);
  return positionOf({
    x: middle.x + (x - width / 2) / camera.worldPixels,
    y: Math.min(0.5, Math.max(-0.5, middle.y + (y - height / 2) / camera.worldPixels)),
  });
}

/** A camera that shows the map from no further than the whole world and leaves no space above or below it. */
export function held(camera: Camera, { width, height }: Size): Camera {
  const worldPixels = Math.min(CLOSEST, Math.max(width, height, camera.worldPixels));
  const room = Math.max(0, 0.5 - height / 2 / worldPixels);
  const plane = planeOf(camera);
  const y = Math.min(room, Math.max(-room, plane.y));
  const { latitude, longitude } = y === plane.y ? camera : positionOf({ x: plane.x, y });
  return { latitude, longitude: wrapped(longitude), worldPixels };
}

/** Moves what is looked at by pixels of the page, to the right and down. */
export function panned(camera: Camera, size: Size, across: number, down: number): Camera {
  const spot = { x: size.width / 2 + across, y: size.height / 2 + down };
  return held({ ...positionAt(spot, camera, size), worldPixels: camera.worldPixels }, size);
}

/** Looks closer by a factor while the position at a place stays where it is. */
export function zoomed(camera: Camera, size: Size, factor: number, at?: Spot): Camera {
  const spot = at ?? { x: size.width / 2, y: size.height / 2 };
  const fixed = positionAt(spot, camera, size);
  const closer = held({ ...camera, worldPixels: camera.worldPixels * factor }, size);
  const moved = spotOf(fixed, closer, size);
  return panned(closer, size, moved.x - spot.x, moved.y - spot.y);
}

/** Looks at all of some positions at once, with some room around them; at one of them from not too close. */
export function fitted(positions: readonly Position[], size: Size): Camera | undefined {
  const planes = positions.map(planeOf);
  const [first] = planes;
  if (!first) return undefined;
  // Positions on both sides of the antimeridian are put beside one another.
  const across = planes.map(({ x }) => first.x + (x - first.x - Math.round(x - first.x)));
  const [left, right] = extent(across);
  const [top, bottom] = extent(planes.map(({ y }) => y));
  const worldPixels = Math.min(
    positions.length > 1 ? CLOSEST / 4 : FROM_NEAR,
    (size.width * 0.8) / Math.max(right - left, 1e-9),
    (size.height * 0.8) / Math.max(bottom - top, 1e-9),
  );
  return held({ ...positionOf({ x: (left + right) / 2, y: (top + bottom) / 2 }), worldPixels }, size);
}

/** How close one position alone is looked at: a town with what is around it. */
export const FROM_NEAR = 2 ** 17;

function extent(numbers: readonly number[]): readonly [number, number] {
  return numbers.reduce<readonly [number, number]>(
    ([low, high], one) => [Math.min(low, one), Math.max(high, one)],
    [Infinity, -Infinity],
  );
}

function wrapped(longitude: number): number {
  const turned = ((((longitude + 180) % 360) + 360) % 360) - 180;
  return turned === -180 && longitude > 0 ? 180 : turned;
}
