import pixelmatch from 'pixelmatch';
import type { Bounds } from '../contract/records/uiState.ts';
import { unmarkEdges } from './edgeChanges.ts';
import type { PixelPicture } from './pictureFormat.ts';

/** The result of a comparison. */
export interface PictureComparison {
  /** The number of pixels that are different. */
  readonly different: number;
  /** The actual picture in pale gray, with the different pixels in red. */
  readonly difference: PixelPicture;
}

/** The field with the focus, relative to a picture, and the number of pixels per density-independent unit. */
export interface CursorPlace {
  readonly bounds: Bounds;
  readonly density: number;
}

/** The color difference up to which nobody sees one, from 0 to 1. It is that of two levels of each channel. */
const THRESHOLD = 0.01;
/** The maximum width and the minimum height of a text cursor, in density-independent units. */
const CURSOR = { width: 4, height: 14 } as const;
/** A cursor that has moved leaves one place and appears at another. */
const MAX_CURSORS = 2;
const RED = [0xe0, 0x10, 0x10, 0xff] as const;
/** The share of the brightness of a picture in the background of a difference. */
const PALE = 0.25;

/** Makes a part of a picture transparent. Transparent parts are not compared. */
export function leaveOut({ width, height, data }: PixelPicture, { left, top, right, bottom }: Bounds): void {
  const start = clamp(left, width);
  const end = Math.max(start, clamp(right, width));
  for (let y = clamp(top, height); y < clamp(bottom, height); y++)
    data.fill(0, (y * width + start) * 4, (y * width + end) * 4);
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
 * text cursor in the field with the focus, and what is transparent in one of the pictures.
 */
export function comparePictures(
  expected: PixelPicture,
  actual: PixelPicture,
  cursor?: CursorPlace,
): PictureComparison {
  const { width, height } = actual;
  const [before, now] = withoutTransparency(expected.data, actual.data);
  const marks = new Uint8Array(now.length);
  pixelmatch(before, now, marks, width, height, { threshold: THRESHOLD, diffMask: true });
  unmarkEdges(marks, { before, now, width, height });
  if (cursor) unmarkCursor(marks, width, cursor);
  let different = 0;
  const data = Uint8Array.from(actual.data);
  for (let at = 0; at < data.length; at += 4) {
    if (marks[at + 3] === 0) makePale(data, at);
    else {
      data.set(RED, at);
      different++;
    }
  }
  return { different, difference: { width, height, data } };
}

/** Returns the pixels of two pictures; where one of them is transparent, both are white. */
function withoutTransparency(one: Uint8Array, other: Uint8Array): readonly [Uint8Array, Uint8Array] {
  const [first, second] = [Uint8Array.from(one), Uint8Array.from(other)];
  for (let at = 0; at < first.length; at += 4) {
    if (first[at + 3] !== 0 && second[at + 3] !== 0) continue;
    first.fill(0xff, at, at + 4);
    second.fill(0xff, at, at + 4);
  }
  return [first, second];
}

/** Unmarks what is as narrow and as high as a text cursor, unless more of the field is different. */
function unmarkCursor(marks: Uint8Array, width: number, { bounds, density }: CursorPlace): void {
  const height = marks.length / 4 / width;
  const [left, right] = [clamp(bounds.left, width), clamp(bounds.right, width)];
  const [top, bottom] = [clamp(bounds.top, height), clamp(bounds.bottom, height)];
  const found: { left: number; right: number; top: number; bottom: number }[] = [];
  for (let x = left; x < right; x++) {
    for (let y = top; y < bottom; y++) {
      if (marks[(y * width + x) * 4 + 3] === 0) continue;
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
    for (let y = part.top; y < part.bottom; y++)
      marks.fill(0, (y * width + part.left) * 4, (y * width + part.right) * 4);
}

function makePale(data: Uint8Array, at: number): void {
  const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
  const gray = 0xff - (0xff - (red + green + blue) / 3) * PALE;
  data.fill(gray, at, at + 3);
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(Math.round(value), 0), most);
}
