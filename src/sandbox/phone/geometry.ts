/** A place on a display; the unit (device pixels or density-independent units) is said where it is used. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle by its upper left corner and size; the unit is said where it is used. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A rectangle by its edges, in device pixels; right and bottom lie just outside (wire facts 9). */
export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A place reached by a finger, `ms` after it touched down; x and y in device pixels. */
export interface TimedPoint extends Point {
  readonly ms: number;
}

/** The number nearest to `value` within the limits. */
export function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}

/** Whether a point in device pixels lies within the bounds. */
export function contains(bounds: Bounds, point: Point): boolean {
  return point.x >= bounds.left && point.x < bounds.right && point.y >= bounds.top && point.y < bounds.bottom;
}

/** The part both bounds share; empty bounds at a corner of `outer` when they share nothing. */
export function intersect(inner: Bounds, outer: Bounds): Bounds {
  const left = clamp(inner.left, outer.left, outer.right);
  const top = clamp(inner.top, outer.top, outer.bottom);
  return {
    left,
    top,
    right: clamp(inner.right, left, outer.right),
    bottom: clamp(inner.bottom, top, outer.bottom),
  };
}

/** Whether the bounds hold no pixel. */
export function isEmpty(bounds: Bounds): boolean {
  return bounds.right <= bounds.left || bounds.bottom <= bounds.top;
}

/** The bounds in whole device pixels of a box given in density-independent units. */
export function toPixels(box: Box, density: number): Bounds {
  return {
    left: Math.round(box.x * density),
    top: Math.round(box.y * density),
    right: Math.round((box.x + box.width) * density),
    bottom: Math.round((box.y + box.height) * density),
  };
}
