import { isDeepStrictEqual } from 'node:util';
import { intersect, isEmpty, type Bounds } from '../geometry.ts';
import { drawShape } from './drawShapes.ts';
import { createFilteredRows, encodePng, filterRows } from './png.ts';
import { createRaster, type Raster } from './raster.ts';
import { rowsOf, type Shape } from './shape.ts';

/** A shape of a picture, with the area within which it is drawn, in device pixels. */
export interface DrawnShape {
  readonly shape: Shape;
  readonly clip: Bounds;
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
  #filtered: Uint8Array = new Uint8Array(0);
  #shapes: readonly DrawnShape[] = [];

  /** Draws shapes from back to front over black. Returns the image, which the next call changes. */
  draw(shapes: readonly DrawnShape[], size: PictureSize): Raster {
    const { width, height, density } = size;
    let rows: Bounds = { left: 0, top: 0, right: width, bottom: height };
    if (isDeepStrictEqual(size, this.#size)) rows = intersect(changedRows(this.#shapes, shapes, size), rows);
    else {
      this.#raster = createRaster(width, height);
      this.#filtered = createFilteredRows(size);
    }
    // A failure in between would leave an image of which nothing is known.
    this.#size = undefined;
    this.#raster.words.fill(0, rows.top * width, rows.bottom * width);
    for (const { shape, clip } of shapes) {
      const area = intersect(intersect(clip, rows), rowsOf(shape, density));
      if (!isEmpty(area)) drawShape(this.#raster, shape, density, area);
    }
    // The row below the last changed one is stored as its difference from it.
    filterRows(this.#raster, this.#filtered, rows.top, Math.min(rows.bottom + 1, height));
    this.#shapes = shapes;
    this.#size = size;
    return this.#raster;
  }

  /** Draws shapes like `draw` and returns the picture as PNG. */
  png(shapes: readonly DrawnShape[], size: PictureSize): Buffer {
    return encodePng(this.draw(shapes, size), this.#filtered);
  }
}

/** Returns the rows in which two pictures of the same size can differ. */
function changedRows(
  before: readonly DrawnShape[],
  after: readonly DrawnShape[],
  { width, height, density }: PictureSize,
): Bounds {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isDeepStrictEqual(before[start], after[start])) start++;
  let end = 0;
  while (end < shorter - start && isDeepStrictEqual(before.at(-1 - end), after.at(-1 - end))) end++;
  const removed = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  const isPaired = removed.length === added.length;
  let top = height;
  let bottom = 0;
  for (const [shapes, others] of [
    [removed, added],
    [added, removed],
  ] as const) {
    for (const [index, drawn] of shapes.entries()) {
      if (isPaired && isDeepStrictEqual(drawn, others[index])) continue;
      const area = intersect(drawn.clip, rowsOf(drawn.shape, density));
      if (isEmpty(area)) continue;
      top = Math.min(top, area.top);
      bottom = Math.max(bottom, area.bottom);
    }
  }
  return { left: 0, top, right: width, bottom };
}
