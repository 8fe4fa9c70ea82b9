import pixelmatch from 'pixelmatch';
import type { Bounds } from '../contract/records/uiState.ts';
import { PART, unmarkEdges } from './edgeChanges.ts';
import type { PixelPicture } from './pictureFormat.ts';

/** The result of a comparison. */
export interface PictureComparison {
  /** The number of pixels that are different. */
  readonly different: number;
  /** Draws the actual picture in pale gray, with the different pixels in red. */
  readonly drawDifference: () => PixelPicture;
}

/** The field with the focus, relative to a picture, and the number of pixels per density-independent unit. */
export interface CursorPlace {
  readonly bounds: Bounds;
  readonly density: number;
}

/** The rows of a picture from `top` to before `bottom`. */
interface Rows {
  readonly top: number;
  readonly bottom: number;
}

/** The color difference up to which nobody sees one, from 0 to 1. It is that of two levels of each channel. */
const THRESHOLD = 0.01;
/** The maximum width and the minimum height of a text cursor, in density-independent units. */
const CURSOR = { width: 4, height: 14 } as const;
/** A cursor that has moved leaves one place and appears at another. */
const MAX_CURSORS = 2;
/** The number of rows that a comparison of a pixel looks at above and below it. */
const AROUND = 2;
/** The share of marked pixels above which edges are not checked: they take long and explain no such difference. */
const SURELY_DIFFERENT = 0.2;
const RED = [0xe0, 0x10, 0x10, 0xff] as const;
/** An opaque white pixel in either order of bytes. */
const WHITE = 0xffffffff;
/** The share of the brightness of a picture in the background of a difference. */
const PALE = 0.25;

/** Makes a part of a picture transparent. Transparent parts are not compared. */
export function leaveOut({ width, height, data }: PixelPicture, { left, top, right, bottom }: Bounds): void {
  const start = clamp(left, width);
  const end = Math.max(start, clamp(right, width));
  for (let y = clamp(top, height); y < clamp(bottom, height); y++)
    data.fill(0, (y * width + start) * 4, (y * width + end) * 4);
}

/** Returns the number of pixels that are left out in neither of two pictures of the same size. */
export function countCompared({ data }: PixelPicture, other: PixelPicture): number {
  let count = 0;
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0 && other.data[at] !== 0) count++;
  return count;
}

/** Returns a part of a picture; undefined if nothing of the part is in the picture. */
export function partOfPicture(picture: PixelPicture, part: Bounds): PixelPicture | undefined {
  const [left, right] = [clamp(part.left, picture.width), clamp(part.right, picture.width)];
  const [top, bottom] = [clamp(part.top, picture.height), clamp(part.bottom, picture.height)];
  const [width, height] = [right - left, bottom - top];
  if (width <= 0 || height <= 0) return undefined;
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * picture.width + left) * 4;
    data.set(picture.data.subarray(from, from + width * 4), y * width * 4);
  }
  return { width, height, data };
}

/**
 * Compares two pictures of the same size. Not different are pixels that anti-aliasing or a move by one pixel explains, a
 * text cursor in the field with the focus, and what is transparent in one of the pictures. If more than 20 percent are
 * different, all of them count.
 */
export function comparePictures(
  expected: PixelPicture,
  actual: PixelPicture,
  cursor?: CursorPlace,
): PictureComparison {
  const { width, height } = actual;
  const rows = differentRows(expected, actual);
  const [before, now] = withoutTransparency(rowsOf(expected, rows), rowsOf(actual, rows));
  const drawn = new Uint8Array(now.length);
  const size = { width, height: rows.bottom - rows.top };
  const options = { threshold: THRESHOLD, diffMask: true };
  let different = pixelmatch(before, now, drawn, size.width, size.height, options);
  const marks = new Uint32Array(drawn.buffer);
  if (different > 0 && different <= width * height * SURELY_DIFFERENT) {
    unmarkEdges(marks, { before, now, ...size });
    if (cursor) unmarkCursor(marks, width, moveUp(cursor, rows.top));
    different = 0;
    for (const mark of marks) if (mark !== 0) different++;
  }
  return { different, drawDifference: () => drawDifference(actual, marks, rows.top) };
}

/** Returns the rows from the first to the last that is different, with those around them that comparisons look at. */
function differentRows({ width, height, data: one }: PixelPicture, { data: other }: PixelPicture): Rows {
  const isDifferent = (row: number): boolean => {
    const [from, to] = [row * width * 4, (row + 1) * width * 4];
    return Buffer.compare(one.subarray(from, to), other.subarray(from, to)) !== 0;
  };
  let [first, last] = [0, height - 1];
  while (first < height && !isDifferent(first)) first++;
  if (first === height) return { top: 0, bottom: 0 };
  while (!isDifferent(last)) last--;
  const top = Math.max(0, first - AROUND);
  // Pixels are counted in parts, which begin at the top of a picture.
  return { top: top - (top % PART), bottom: Math.min(height, last + AROUND + 1) };
}

function rowsOf({ width, data }: PixelPicture, { top, bottom }: Rows): Uint8Array {
  return data.subarray(top * width * 4, bottom * width * 4);
}

function moveUp({ bounds, density }: CursorPlace, by: number): CursorPlace {
  return { bounds: { ...bounds, top: bounds.top - by, bottom: bounds.bottom - by }, density };
}

/** Draws a picture with marks from a row on. */
function drawDifference(
  { width, height, data: actual }: PixelPicture,
  marks: Uint32Array,
  top: number,
): PixelPicture {
  const data = new Uint8Array(actual);
  for (let at = 0; at < data.length; at += 4) {
    if ((marks[at / 4 - top * width] ?? 0) === 0) {
      const brightness = ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3;
      data.fill(0xff - (0xff - brightness) * PALE, at, at + 3);
    } else data.set(RED, at);
  }
  return { width, height, data };
}

/** Returns the pixels of two pictures; where one of them is transparent, both are white. */
function withoutTransparency(one: Uint8Array, other: Uint8Array): readonly [Uint8Array, Uint8Array] {
  const [first, second] = [new Uint8Array(one), new Uint8Array(other)];
  const [firstPixels, secondPixels] = [new Uint32Array(first.buffer), new Uint32Array(second.buffer)];
  for (let pixel = 0; pixel < firstPixels.length; pixel++) {
    if (first[pixel * 4 + 3] !== 0 && second[pixel * 4 + 3] !== 0) continue;
    firstPixels[pixel] = WHITE;
    secondPixels[pixel] = WHITE;
  }
  return [first, second];
}

/** Unmarks what is as narrow and as high as a text cursor, unless more of the field is different. */
function unmarkCursor(marks: Uint32Array, width: number, { bounds, density }: CursorPlace): void {
  const height = marks.length / width;
  const [left, right] = [clamp(bounds.left, width), clamp(bounds.right, width)];
  const [top, bottom] = [clamp(bounds.top, height), clamp(bounds.bottom, height)];
  const found: { left: number; right: number; top: number; bottom: number }[] = [];
  for (let x = left; x < right; x++) {
    for (let y = top; y < bottom; y++) {
      if (marks[y * width + x] === 0) continue;
      const last = found.at(-1);
      if (last && last.right >= x) {
        last.right = x + 1;
        last.top = Math.min(last.top, y);
        last.bottom = Math.max(last.bottom, y + 1);
      } else found.push({ left: x, right: x + 1, top: y, bottom: y + 1 });
    }
  }
  const areCursors = found.every(
    part =>
      part.right - part.left <= CURSOR.width * density && part.bottom - part.top >= CURSOR.height * density,
  );
  if (found.length > MAX_CURSORS || !areCursors) return;
  for (const part of found)
    for (let y = part.top; y < part.bottom; y++) marks.fill(0, y * width + part.left, y * width + part.right);
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(Math.round(value), 0), most);
}
