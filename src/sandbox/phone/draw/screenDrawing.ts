import { isDeepStrictEqual } from 'node:util';
import { intersect, isEmpty, toPixels, type Rectangle } from '../geometry.ts';
import { drawShape } from './drawShapes.ts';
import { createFilteredRows, encodePng, filterRows } from './png.ts';
import { createRaster, type Raster } from './raster.ts';
import { isOpaque, rowsOf, type Shape } from './shape.ts';

/** A shape of a picture, with the area within which it is drawn, in device pixels. */
export interface DrawnShape {
  readonly shape: Shape;
  readonly clip: Rectangle;
}

/** The size of a picture in device pixels, and the device pixels per unit of its shapes. */
interface PictureSize {
  readonly width: number;
  readonly height: number;
  readonly density: number;
}

/** Draws the pictures of one display. Only the rows that differ from the last picture are drawn and filtered again. */
export class ScreenDrawing {
  #size: PictureSize | undefined;
  #raster: Raster = createRaster(0, 0);
  #shapes: readonly DrawnShape[] = [];
  /** The filtered rows; undefined until a PNG of this size is needed. */
  #filtered: Uint8Array | undefined;
  /** The rows that were drawn since they were filtered last. */
  #unfiltered: Rows = NONE;

  /** Draws shapes from back to front over black. Returns the image, which the next call changes. */
  draw(shapes: readonly DrawnShape[], size: PictureSize): Raster {
    const { width, height, density } = size;
    let rows: Rows = { top: 0, bottom: height };
    if (isDeepStrictEqual(size, this.#size)) rows = changedRows(this.#shapes, shapes, size);
    else {
      this.#raster = createRaster(width, height);
      this.#filtered = undefined;
    }
    // A failure in between would leave an image of which nothing is known.
    this.#size = undefined;
    const drawn = { left: 0, right: width, ...rows };
    // Whatever is below a shape that covers everything cannot be seen.
    const first = shapes.findLastIndex(({ shape, clip }) => covers(shape, density, clip, drawn));
    if (first === -1) this.#raster.words.fill(0, rows.top * width, rows.bottom * width);
    for (const { shape, clip } of shapes.slice(Math.max(first, 0))) {
      const area = intersect(intersect(clip, drawn), rowsOf(shape, density));
      if (!isEmpty(area)) drawShape(this.#raster, shape, density, area);
    }
    this.#unfiltered = union(this.#unfiltered, rows);
    this.#shapes = shapes;
    this.#size = size;
    return this.#raster;
  }

  /** Draws shapes like `draw` and returns the picture as PNG. */
  png(shapes: readonly DrawnShape[], size: PictureSize): Buffer {
    const raster = this.draw(shapes, size);
    const { top, bottom } = this.#filtered ? this.#unfiltered : { top: 0, bottom: raster.height };
    this.#filtered ??= createFilteredRows(raster);
    // The row below the last changed one is stored as its difference from it.
    filterRows(raster, this.#filtered, top, Math.min(bottom + 1, raster.height));
    this.#unfiltered = NONE;
    return encodePng(raster, this.#filtered);
  }
}

/** Returns true if a shape drawn within `clip` covers an area with an opaque color. */
function covers(shape: Shape, density: number, clip: Rectangle, area: Rectangle): boolean {
  if (shape.kind !== 'box' || shape.radius > 0 || !isOpaque(shape.paint)) return false;
  const { left, top, right, bottom } = intersect(toPixels(shape, density), clip);
  return left <= area.left && top <= area.top && right >= area.right && bottom >= area.bottom;
}

/** Rows of pixels from `top` until before `bottom`. */
type Rows = Pick<Rectangle, 'top' | 'bottom'>;

const NONE: Rows = { top: Infinity, bottom: 0 };

function union(one: Rows, other: Rows): Rows {
  return { top: Math.min(one.top, other.top), bottom: Math.max(one.bottom, other.bottom) };
}

/** Returns the rows in which two pictures of the same size can differ. */
function changedRows(
  before: readonly DrawnShape[],
  after: readonly DrawnShape[],
  { density }: PictureSize,
): Rows {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isDeepStrictEqual(before[start], after[start])) start++;
  let end = 0;
  while (end < shorter - start && isDeepStrictEqual(before.at(-1 - end), after.at(-1 - end))) end++;
  const removed = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  const isPaired = removed.length === added.length;
  let rows = NONE;
  for (const [shapes, others] of [
    [removed, added],
    [added, removed],
  ] as const) {
    for (const [index, drawn] of shapes.entries()) {
      if (isPaired && isDeepStrictEqual(drawn, others[index])) continue;
      const area = intersect(drawn.clip, rowsOf(drawn.shape, density));
      if (!isEmpty(area)) rows = union(rows, area);
    }
  }
  return rows;
}
