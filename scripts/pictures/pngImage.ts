import { deflateSync, inflateSync } from 'node:zlib';
import { PNG_SIGNATURE } from '../../src/util/pngSize.ts';

/** An image in rows from the top, with 3 bytes for each pixel: red, green, and blue. */
export interface Image {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** The pixels of a PNG file, with 3 or 4 bytes for each. */
interface Pixels extends Image {
  readonly channels: number;
}

/** Decodes a PNG file with 8 bits per channel and without interlacing, such as a screenshot. Leaves alpha out. */
export function decodePng(file: Uint8Array): Image {
  const { width, height, channels, bytes: given } = decodePixels(file);
  const bytes = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++)
    bytes.set(given.subarray(pixel * channels, pixel * channels + 3), pixel * 3);
  return { width, height, bytes };
}

/** Decodes a PNG file with all its channels. */
export function decodePixels(file: Uint8Array): Pixels {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const parts: Uint8Array[] = [];
  let [width, height, given] = [0, 0, 0];
  for (let at = PNG_SIGNATURE.length; at < file.length;) {
    const length = view.getUint32(at);
    const type = Buffer.from(file.subarray(at + 4, at + 8)).toString('latin1');
    const data = file.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') {
      [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)];
      given = ({ 2: 3, 6: 4 } as Readonly<Record<number, number>>)[data[9] ?? -1] ?? 0;
      if (data[8] !== 8 || given === 0 || data[12] !== 0)
        throw new Error('The PNG file does not have 8 bits per channel in color, or is interlaced.');
    }
    if (type === 'IDAT') parts.push(data);
    at += length + 12;
  }
  const rows = inflateSync(Buffer.concat(parts));
  const stride = width * given;
  const plain = new Uint8Array(stride * height);
  for (let row = 0; row < height; row++) restoreRow(rows, plain, row, stride, given);
  return { width, height, channels: given, bytes: plain };
}

/** Returns compressed rows of pixels, each with the filter that leaves the smallest values. */
export function encodeRows(bytes: Uint8Array, height: number, channels: number): Uint8Array {
  const stride = bytes.length / height;
  const rows = new Uint8Array((stride + 1) * height);
  let above = new Uint8Array(stride);
  for (let row = 0; row < height; row++) {
    const own = bytes.slice(row * stride, (row + 1) * stride);
    const filtered = [0, 1, 2, 4].map(filter => filterRow(filter, own, above, channels));
    const best = filtered.reduce((one, other) => (sizeOf(other.data) < sizeOf(one.data) ? other : one));
    rows[row * (stride + 1)] = best.filter;
    rows.set(best.data, row * (stride + 1) + 1);
    above = own;
  }
  return deflateSync(rows, { level: 9 });
}

function restoreRow(rows: Uint8Array, plain: Uint8Array, row: number, stride: number, bytes: number): void {
  const filter = rows[row * (stride + 1)] ?? 0;
  for (let column = 0; column < stride; column++) {
    const at = row * stride + column;
    const left = column < bytes ? 0 : (plain[at - bytes] ?? 0);
    const up = row === 0 ? 0 : (plain[at - stride] ?? 0);
    const corner = row === 0 || column < bytes ? 0 : (plain[at - stride - bytes] ?? 0);
    plain[at] = (rows[row * (stride + 1) + 1 + column] ?? 0) + predict(filter, left, up, corner);
  }
}

function filterRow(
  filter: number,
  own: Uint8Array,
  above: Uint8Array,
  channels: number,
): { readonly filter: number; readonly data: Uint8Array } {
  const data = own.map((value, column) => {
    const left = own[column - channels] ?? 0;
    return value - predict(filter, left, above[column] ?? 0, above[column - channels] ?? 0);
  });
  return { filter, data };
}

/** Returns the value that a filter of PNG expects. */
function predict(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return Math.floor((left + up) / 2);
  if (filter !== 4) return 0;
  const guess = left + up - corner;
  const [byLeft, byUp] = [Math.abs(guess - left), Math.abs(guess - up)];
  const byCorner = Math.abs(guess - corner);
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}

function sizeOf(data: Uint8Array): number {
  return data.reduce((sum, value) => sum + (value < 128 ? value : 256 - value), 0);
}
