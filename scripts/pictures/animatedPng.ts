import { pngChunk } from '../../src/sandbox/phone/draw/png.ts';
import { PNG_SIGNATURE } from '../../src/util/pngSize.ts';
import { encodeRows, type Image } from './pngImage.ts';

/** A frame of a moving picture. */
export interface Frame {
  readonly image: Image;
  /** The time that it is shown, in milliseconds. */
  readonly ms: number;
}

/** A part of an image, in pixels. */
interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const CHANNELS = 4;
const DEPTH_8_TRUECOLOR_AND_ALPHA = [8, 6, 0, 0, 0];

/**
 * Encodes frames of the same size as an animated PNG file that repeats without end. Each frame contains only the part
 * that differs from the one before, in which equal pixels are transparent.
 */
export function encodeAnimation(frames: readonly Frame[]): Uint8Array {
  const [first] = frames;
  if (!first) throw new Error('A moving picture needs a frame.');
  const { width, height } = first.image;
  const shown = mergeEqual(frames);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(DEPTH_8_TRUECOLOR_AND_ALPHA, 8);
  const control = Buffer.alloc(8);
  control.writeUInt32BE(shown.length, 0);
  let sequence = 0;
  const chunks = shown.flatMap(({ image, ms, area }, index) => {
    const data = encodeRows(changedPixels(shown[index - 1]?.image, image, area), area.height, CHANNELS);
    const frame = pngChunk('fcTL', frameControl(sequence++, area, ms));
    if (index === 0) return [frame, pngChunk('IDAT', data)];
    const numbered = Buffer.alloc(data.length + 4);
    numbered.writeUInt32BE(sequence++, 0);
    numbered.set(data, 4);
    return [frame, pngChunk('fdAT', numbered)];
  });
  const end = pngChunk('IEND', new Uint8Array());
  const signature = Uint8Array.from(PNG_SIGNATURE);
  return Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('acTL', control), ...chunks, end]);
}

/** Joins frames that look the same, and returns the others with the part that differs from the one before. */
function mergeEqual(frames: readonly Frame[]): readonly (Frame & { readonly area: Area })[] {
  const shown: (Frame & { readonly area: Area })[] = [];
  for (const frame of frames) {
    const last = shown.at(-1);
    const { width, height } = frame.image;
    const area = last ? differenceOf(last.image, frame.image) : { left: 0, top: 0, width, height };
    if (area) shown.push({ ...frame, area });
    else if (last) shown[shown.length - 1] = { ...last, ms: last.ms + frame.ms };
  }
  return shown;
}

/** Returns the smallest part that contains all pixels that differ; undefined if none does. */
function differenceOf(before: Image, after: Image): Area | undefined {
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
  return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

function changedPixels(
  before: Image | undefined,
  { width: full, bytes }: Image,
  { left, top, width, height }: Area,
): Uint8Array {
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

// The frame is drawn over the one before, and stays for the next one.
function frameControl(sequence: number, { left, top, width, height }: Area, ms: number): Uint8Array {
  const control = Buffer.alloc(26);
  for (const [index, value] of [sequence, width, height, left, top].entries())
    control.writeUInt32BE(value, index * 4);
  control.writeUInt16BE(Math.min(65_535, Math.round(ms)), 20);
  control.writeUInt16BE(1000, 22);
  control[25] = 1;
  return control;
}
