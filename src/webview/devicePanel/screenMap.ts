import type { DevicePoint } from '../../flow/record/deviceGesture.ts';
import type { Size } from '../../util/pngSize.ts';

/** The clockwise rotation of the picture, in degrees. */
export type Rotation = 0 | 90 | 180 | 270;

/** A box in the webview, in fractional CSS pixels. */
interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

/** A point in the visible picture, as fractions from 0 to 1 from its upper left corner. */
interface Share {
  readonly u: number;
  readonly v: number;
}

/** Returns the device pixel at a point of the webview. Points outside the picture map to its nearest edge. */
export function pixelAt(
  { x, y }: { readonly x: number; readonly y: number },
  box: Box,
  turn: Rotation,
  size: Size,
): DevicePoint {
  const { u, v } = unturned({ u: (x - box.left) / box.width, v: (y - box.top) / box.height }, turn);
  return { x: pixel(u, size.width), y: pixel(v, size.height) };
}

/** Converts a distance in CSS pixels to device pixels, right and down on the unrotated device. */
export function toDeviceDistance(
  { x, y }: { readonly x: number; readonly y: number },
  box: Box,
  turn: Rotation,
  size: Size,
): DevicePoint {
  const from = unturned({ u: 0, v: 0 }, turn);
  const to = unturned({ u: x / box.width, v: y / box.height }, turn);
  return { x: Math.round((to.u - from.u) * size.width), y: Math.round((to.v - from.v) * size.height) };
}

/** Returns the size of the rotated picture. */
export function rotateSize({ width, height }: Size, turn: Rotation): Size {
  return turn === 90 || turn === 270 ? { width: height, height: width } : { width, height };
}

/** Rounds a point to whole pixels and clamps it to the display. */
export function clampToDisplay({ x, y }: DevicePoint, { width, height }: Size): DevicePoint {
  return { x: clamped(Math.round(x), width), y: clamped(Math.round(y), height) };
}

function pixel(share: number, pixels: number): number {
  return clamped(Math.floor(share * pixels), pixels);
}

function clamped(value: number, pixels: number): number {
  return Math.min(Math.max(value, 0), pixels - 1);
}

function unturned({ u, v }: Share, turn: Rotation): Share {
  switch (turn) {
    case 0:
      return { u, v };
    case 90:
      return { u: v, v: 1 - u };
    case 180:
      return { u: 1 - u, v: 1 - v };
    case 270:
      return { u: 1 - v, v: u };
  }
}

/** The zoom levels, in CSS pixels per device pixel. */
export const ZOOMS: readonly number[] = [0.25, 0.5, 0.75, 1, 1.5, 2];

/** Returns the next zoom level in a direction, at most the largest or the smallest. */
export function nextZoom(zoom: number, direction: number): number {
  const larger = ZOOMS.find(level => level > zoom + 0.001) ?? ZOOMS.at(-1);
  const smaller = ZOOMS.findLast(level => level < zoom - 0.001) ?? ZOOMS[0];
  return (direction > 0 ? larger : smaller) ?? zoom;
}
