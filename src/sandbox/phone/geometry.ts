/** A point on a display, in device pixels or density-independent units, depending on its use. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle given by its upper left corner and size, in units that depend on its use. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A rectangle given by its edges in device pixels; right and bottom are exclusive (wire facts 9). */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A point in device pixels on the path of a finger, `ms` after touchdown. */
export interface TimedPoint extends Point {
  readonly ms: number;
}

/** Creates a box. */
export function rect(x: number, y: number, width: number, height: number): Box {
  return { x, y, width, height };
}

/** Limits a value to a range. */
export function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}

/** Returns true if a point is within the bounds. */
export function contains(bounds: Rectangle, point: Point): boolean {
  return point.x >= bounds.left && point.x < bounds.right && point.y >= bounds.top && point.y < bounds.bottom;
}

/** Returns the intersection of two bounds; empty bounds at the edge of `outer` if they do not overlap. */
export function intersect(inner: Rectangle, outer: Rectangle): Rectangle {
  const left = clamp(inner.left, outer.left, outer.right);
  const top = clamp(inner.top, outer.top, outer.bottom);
  return {
    left,
    top,
    right: clamp(inner.right, left, outer.right),
    bottom: clamp(inner.bottom, top, outer.bottom),
  };
}

/** Returns true if the bounds contain no pixel. */
export function isEmpty(bounds: Rectangle): boolean {
  return bounds.right <= bounds.left || bounds.bottom <= bounds.top;
}

/** Converts a box in density-independent units to bounds in whole device pixels. */
export function toPixels(box: Box, density: number): Rectangle {
  return {
    left: Math.round(box.x * density),
    top: Math.round(box.y * density),
    right: Math.round((box.x + box.width) * density),
    bottom: Math.round((box.y + box.height) * density),
  };
}
