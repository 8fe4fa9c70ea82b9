import { animationChunk, frameChunks } from '../../src/sandbox/phone/draw/apng.ts';
import { pngChunk, pngHead } from '../../src/sandbox/phone/draw/png.ts';
import type { Rectangle } from '../../src/sandbox/phone/geometry.ts';
import { encodeRows, type Image } from './pngImage.ts';

/** A frame of a moving picture. */
export interface Frame {
  readonly image: Image;
  /** The time that it is shown, in milliseconds. */
  readonly ms: number;
}

const CHANNELS = 4;

/**
 * Encodes frames of the same size as an animated PNG file that repeats without end. Each frame contains only the part
 * that differs from the one before, in which equal pixels are transparent.
 */
export function encodeAnimation(frames: readonly Frame[]): Uint8Array {
  const [first] = frames;
  if (!first) throw new Error('A moving picture needs a frame.');
  const shown = mergeEqual(frames);
  const chunks = shown.map(({ image, ms, area }, index) => {
    const pixels = changedPixels(shown[index - 1]?.image, image, area);
    return frameChunks(index, area, ms, encodeRows(pixels, area.bottom - area.top, CHANNELS), true);
  });
  const end = pngChunk('IEND', new Uint8Array());
  return Buffer.concat([pngHead(first.image, true), animationChunk(shown.length, 0), ...chunks, end]);
}

/** Joins frames that look the same, and returns the others with the part that differs from the one before. */
function mergeEqual(frames: readonly Frame[]): readonly (Frame & { readonly area: Rectangle })[] {
  const shown: (Frame & { readonly area: Rectangle })[] = [];
  for (const frame of frames) {
    const last = shown.at(-1);
    const { width, height } = frame.image;
    const area = last
      ? differenceOf(last.image, frame.image)
      : { left: 0, top: 0, right: width, bottom: height };
    if (area) shown.push({ ...frame, area });
    else if (last) shown[shown.length - 1] = { ...last, ms: last.ms + frame.ms };
  }
  return shown;
}

/** Returns the smallest part that contains all pixels that differ; undefined if none does. */
function differenceOf(before: Image, after: Image): Rectangle | undefined {
  const { width, height } = after;
  if (before.width !== width || before.height !== height)
    throw new Error('The frames of a moving picture have the same size.');
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let at = 0; at < after.bytes.length; at++) {
    if (before.bytes[at] === after.bytes[at]) continue;
    const pixel = Math.floor(at / 3);
    const [column, row] = [pixel % width, Math.floor(pixel / width)];
    [left, right] = [Math.min(left, column), Math.max(right, column)];
    [top, bottom] = [Math.min(top, row), Math.max(bottom, row)];
  }
  return right < 0 ? undefined : { left, top, right: right + 1, bottom: bottom + 1 };
}

function changedPixels(
  before: Image | undefined,
  { width: full, bytes }: Image,
  { left, top, right, bottom }: Rectangle,
): Uint8Array {
  const [width, height] = [right - left, bottom - top];
  const pixels = new Uint8Array(width * height * CHANNELS);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const from = ((top + row) * full + left + column) * 3;
      const isEqual = [0, 1, 2].every(channel => before?.bytes[from + channel] === bytes[from + channel]);
      if (!isEqual) pixels.set([...bytes.subarray(from, from + 3), 255], (row * width + column) * CHANNELS);
    }
  }
  return pixels;
}
