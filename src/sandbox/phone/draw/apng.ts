import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { Rectangle } from '../geometry.ts';
import { COMPRESSION_LEVEL, filteredRows, pngChunk, pngHead } from './png.ts';
import { crop, type Raster } from './raster.ts';

/** An image of an animation and how long it is shown, in milliseconds up to 65,535. */
export interface Frame {
  readonly raster: Raster;
  readonly delayMs: number;
}

const compress = promisify(deflate);

/**
 * Encodes images of the same size as an animated PNG that plays once, in parts. Each image after the first is stored as
 * the area that differs from the one before, so only two images are in memory. `count` is the number of images; another
 * number or images of different sizes throw an Error.
 */
export async function* encodeApng(frames: Iterable<Frame>, count: number): AsyncGenerator<Buffer> {
  let last: Raster | undefined;
  let written = 0;
  for (const { raster, delayMs } of frames) {
    if (last && (raster.width !== last.width || raster.height !== last.height))
      throw new Error('The images of an animation must have the same size.');
    if (!last) yield Buffer.concat([pngHead(raster), animationChunk(count, 1)]);
    const area = last ? changedArea(last, raster) : { ...ORIGIN, right: raster.width, bottom: raster.height };
    const data = await compress(filteredRows(crop(raster, area)), { level: COMPRESSION_LEVEL });
    yield frameChunks(written++, area, delayMs, data);
    last = raster;
  }
  if (written !== count) throw new Error(`The animation has ${written} images, not ${count}.`);
  yield pngChunk('IEND', Buffer.alloc(0));
}

const ORIGIN = { left: 0, top: 0 };

/** Returns the chunk that makes a PNG file an animation; 0 `plays` repeat it without end. */
export function animationChunk(frames: number, plays: number): Buffer {
  return pngChunk('acTL', words(frames, plays));
}

/**
 * Returns the chunks of the frame with an index: an area of the image, its compressed rows, and how long it is shown,
 * in milliseconds. It replaces the area, or covers it if its pixels can be transparent.
 */
export function frameChunks(
  index: number,
  { left, top, right, bottom }: Rectangle,
  delayMs: number,
  data: Uint8Array,
  canBeTransparent = false,
): Buffer {
  // The control of each frame and the data of each but the first are numbered.
  const sequence = index === 0 ? 0 : index * 2 - 1;
  const shown = Buffer.alloc(6);
  shown.writeUInt16BE(Math.min(65_535, Math.round(delayMs)), 0);
  shown.writeUInt16BE(1000, 2);
  shown[5] = canBeTransparent ? 1 : 0;
  const control = Buffer.concat([words(sequence, right - left, bottom - top, left, top), shown]);
  const pixels =
    index === 0 ? pngChunk('IDAT', data) : pngChunk('fdAT', Buffer.concat([words(sequence + 1), data]));
  return Buffer.concat([pngChunk('fcTL', control), pixels]);
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

/** Returns the smallest area with all differences of two images of the same size; one pixel if they are equal. */
function changedArea({ width, height, words: before }: Raster, { words: after }: Raster): Rectangle {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let row = 0; row < height; row++) {
    const start = row * width;
    let first = 0;
    while (first < width && before[start + first] === after[start + first]) first++;
    if (first === width) continue;
    let end = width;
    while (before[start + end - 1] === after[start + end - 1]) end--;
    left = Math.min(left, first);
    right = Math.max(right, end);
    top = Math.min(top, row);
    bottom = row + 1;
  }
  return right === 0 ? { ...ORIGIN, right: 1, bottom: 1 } : { left, top, right, bottom };
}
