import { clamp, type Rectangle, type Point } from '../geometry.ts';

/** An image buffer: red, green, and blue bytes and one that is not used, row by row. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
  /** The same memory as one word per pixel. */
  readonly words: Uint32Array;
}

/** A color as red, green, blue (0 to 255) and opacity (0 to 1). */
export type Rgba = readonly [red: number, green: number, blue: number, opacity: number];

/** Returns the color of a row of device pixels. */
export type RowPaint = (row: number) => Rgba;

/** Creates a black image, with its size in device pixels. */
export function createRaster(width: number, height: number): Raster {
  const words = new Uint32Array(width * height);
  return { width, height, words, bytes: new Uint8Array(words.buffer) };
}

/** Returns a part of an image; the bounds must be whole pixels within it. */
export function crop(raster: Raster, { left, top, right, bottom }: Rectangle): Raster {
  const part = createRaster(right - left, bottom - top);
  for (let row = top; row < bottom; row++) {
    const start = row * raster.width;
    part.words.set(raster.words.subarray(start + left, start + right), (row - top) * part.width);
  }
  return part;
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** Returns the pixel word of an opaque color in the byte order of this computer. */
function wordOf([red, green, blue]: Rgba): number {
  const word = IS_LITTLE_ENDIAN
    ? (255 << 24) | (blue << 16) | (green << 8) | red
    : (red << 24) | (green << 16) | (blue << 8) | 255;
  return word >>> 0;
}

/** The number of pixels from which `fill` is faster than a loop. */
const LONG_SPAN = 48;

function fillPixels(words: Uint32Array, word: number, start: number, end: number): void {
  if (end - start >= LONG_SPAN) words.fill(word, start, end);
  else for (let pixel = start; pixel < end; pixel++) words[pixel] = word;
}

export function fillBounds(raster: Raster, bounds: Rectangle, paint: RowPaint): void {
  for (let row = Math.max(bounds.top, 0); row < Math.min(bounds.bottom, raster.height); row++) {
    const color = paint(row);
    const start = row * raster.width + clamp(bounds.left, 0, raster.width);
    const end = row * raster.width + clamp(bounds.right, 0, raster.width);
    if (color[3] >= 1) fillPixels(raster.words, wordOf(color), start, end);
    else blend(raster.bytes, start, end, color, color[3]);
  }
}

/**
 * Fills polygons with anti-aliasing, in either orientation; inner polygons with the opposite orientation cut holes.
 * Each row sums how much of every pixel is covered by the edges to its left.
 */
export function fillPolygons(
  raster: Raster,
  polygons: readonly (readonly Point[])[],
  clip: Rectangle,
  paint: RowPaint,
): void {
  const edges = edgesOf(polygons);
  if (edges.length === 0) return;
  let [top, bottom] = [Infinity, -Infinity];
  for (const edge of edges) {
    top = Math.min(top, edge.top);
    bottom = Math.max(bottom, edge.bottom);
  }
  const left = Math.max(clip.left, 0);
  const right = Math.min(clip.right, raster.width);
  if (right <= left) return;
  const firstRow = Math.max(Math.floor(top), clip.top, 0);
  const lastRow = Math.min(Math.ceil(bottom), clip.bottom, raster.height);
  const cover = new Float32Array(right - left + 2);
  edges.sort((one, other) => one.top - other.top);
  let next = 0;
  let active: Edge[] = [];
  // The row before which no active edge ends.
  let firstEnd = Infinity;
  for (let row = firstRow; row < lastRow; row++) {
    let [from, to] = [cover.length, 0];
    if (row >= firstEnd) {
      active = active.filter(({ bottom: end }) => end > row);
      firstEnd = active.reduce((end, edge) => Math.min(end, edge.bottom), Infinity);
    }
    for (let edge = edges[next]; edge && edge.top < row + 1; edge = edges[++next])
      if (edge.bottom > row) {
        active.push(edge);
        firstEnd = Math.min(firstEnd, edge.bottom);
      }
    for (const edge of active) {
      const upper = Math.max(edge.top, row);
      const lower = Math.min(edge.bottom, row + 1);
      const first = clamp(edge.x + (upper - edge.top) * edge.slope, left, right) - left;
      const second = clamp(edge.x + (lower - edge.top) * edge.slope, left, right) - left;
      addCover(cover, Math.min(first, second), Math.max(first, second), (lower - upper) * edge.direction);
      from = Math.min(from, Math.floor(Math.min(first, second)));
      to = Math.max(to, Math.ceil(Math.max(first, second)) + 1);
    }
    if (from < to)
      paintRow(raster, row * raster.width + left, cover, from, Math.min(to, right - left), paint(row));
    cover.fill(0, from, to + 1);
  }
}

interface Edge {
  readonly top: number;
  readonly bottom: number;
  /** The horizontal position at `top`. */
  readonly x: number;
  /** The horizontal change per row. */
  readonly slope: number;
  readonly direction: 1 | -1;
}

function edgesOf(polygons: readonly (readonly Point[])[]): Edge[] {
  const edges: Edge[] = [];
  for (const polygon of polygons) {
    let last = polygon.at(-1);
    for (const point of polygon) {
      if (last !== undefined && last.y !== point.y) {
        const [upper, lower] = last.y < point.y ? [last, point] : [point, last];
        edges.push({
          top: upper.y,
          bottom: lower.y,
          x: upper.x,
          slope: (lower.x - upper.x) / (lower.y - upper.y),
          direction: last.y < point.y ? 1 : -1,
        });
      }
      last = point;
    }
  }
  return edges;
}

/** Distributes an edge's height within one row over the pixels that it crosses, and the rest to the next pixel. */
function addCover(cover: Float32Array, left: number, right: number, height: number): void {
  const first = Math.floor(left);
  const last = Math.max(Math.ceil(right), first + 1);
  if (last === first + 1) {
    const share = height * (1 - ((left + right) / 2 - first));
    cover[first] = (cover[first] ?? 0) + share;
    cover[last] = (cover[last] ?? 0) + height - share;
    return;
  }
  const perPixel = height / (right - left);
  let covered = 0;
  for (let pixel = first; pixel < last; pixel++) {
    const enter = Math.max(left, pixel);
    const leave = Math.min(right, pixel + 1);
    // The edge crosses this pixel from `enter` to `leave`; right of `leave`, the pixel is fully covered.
    const reached =
      perPixel * (enter - left) + perPixel * (leave - enter) * (pixel + 1 - (enter + leave) / 2);
    cover[pixel] = (cover[pixel] ?? 0) + reached - covered;
    covered = reached;
  }
  cover[last] = (cover[last] ?? 0) + height - covered;
}

function paintRow(
  raster: Raster,
  start: number,
  cover: Float32Array,
  from: number,
  to: number,
  color: Rgba,
): void {
  const opacity = color[3];
  const word = wordOf(color);
  let sum = 0;
  for (let pixel = from; pixel < to;) {
    sum += cover[pixel] ?? 0;
    // The pixels up to the next edge are covered in the same way.
    let end = pixel + 1;
    while (end < to && cover[end] === 0) end++;
    const strength = Math.min(Math.abs(sum), 1) * opacity;
    if (strength > 0.998) fillPixels(raster.words, word, start + pixel, start + end);
    else if (strength > 0.002) blend(raster.bytes, start + pixel, start + end, color, strength);
    pixel = end;
  }
}

/** Mixes a color into the opaque pixels from `first` until before `end`. */
function blend(
  bytes: Uint8Array,
  first: number,
  end: number,
  [red, green, blue]: Rgba,
  strength: number,
): void {
  const kept = 1 - strength;
  const addedRed = red * strength + 0.5;
  const addedGreen = green * strength + 0.5;
  const addedBlue = blue * strength + 0.5;
  for (let at = first * 4; at < end * 4; at += 4) {
    bytes[at] = (bytes[at] ?? 0) * kept + addedRed;
    bytes[at + 1] = (bytes[at + 1] ?? 0) * kept + addedGreen;
    bytes[at + 2] = (bytes[at + 2] ?? 0) * kept + addedBlue;
  }
}
