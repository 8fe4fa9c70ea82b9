import { crc32 } from 'node:zlib';
import { PNG } from 'pngjs';
import { hasTooManyPixels } from '../util/pictureSize.ts';
import {
  CHECKSUM_BYTES,
  CHUNK_BYTES,
  hasSecondHeader,
  isInterlacedPng,
  isPng,
  pngChunks,
  pngSize,
  type Size,
} from '../util/pngSize.ts';

/** A picture with four bytes a pixel: red, green, blue, and opacity. */
export interface PixelPicture extends Size {
  readonly data: Uint8Array;
}

/** Thrown for a picture that cannot be used; the message is the end of a sentence about it. */
export class PictureError extends Error {}

const DENSITY_CHUNK = 'pHYs';
const DENSITY_BYTES = 9;
const METERS_PER_INCH = 0.0254;
/** The bytes before the first chunk after the header: the signature and the chunk `IHDR`. */
const HEADER_BYTES = 33;

/** Reads a PNG picture. Its size is checked before it is unpacked. Throws PictureError. */
export function readPicture(png: Uint8Array): PixelPicture {
  const size = isPng(png) ? pngSize(png) : undefined;
  if (!size) throw new PictureError('is not a PNG picture');
  if (isInterlacedPng(png)) throw new PictureError('is interlaced, which is not supported');
  if (hasSecondHeader(png)) throw new PictureError('is damaged');
  const { width, height } = size;
  if (hasTooManyPixels(size))
    throw new PictureError(`has ${width} × ${height} pixels, which is more than can be compared`);
  try {
    const { data } = PNG.sync.read(Buffer.from(png));
    if (data.length !== width * height * 4) throw new PictureError('is damaged');
    return { width, height, data };
  } catch {
    throw new PictureError('is damaged');
  }
}

/** Returns a picture as PNG, with the density in pixels per inch if it is known. */
export function writePicture({ width, height, data }: PixelPicture, dpi?: number): Uint8Array {
  const png = new PNG({ width, height });
  png.data = Buffer.from(data);
  const bytes = PNG.sync.write(png);
  if (dpi === undefined) return bytes;
  const chunk = densityChunk(dpi);
  return Buffer.concat([bytes.subarray(0, HEADER_BYTES), chunk, bytes.subarray(HEADER_BYTES)]);
}

/** Returns the density of a PNG picture in pixels per inch; undefined if it is not told. */
export function readDensity(png: Uint8Array): number | undefined {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.length);
  for (const { type, start, length } of pngChunks(png)) {
    if (
      type === DENSITY_CHUNK &&
      length === DENSITY_BYTES &&
      start + length + CHECKSUM_BYTES <= bytes.length
    ) {
      const isPerMeter = bytes[start + 8] === 1;
      return isPerMeter ? Math.round(bytes.readUInt32BE(start) * METERS_PER_INCH) : undefined;
    }
    if (type === 'IDAT') return undefined;
  }
  return undefined;
}

function densityChunk(dpi: number): Buffer {
  const chunk = Buffer.alloc(CHUNK_BYTES + DENSITY_BYTES);
  const perMeter = Math.round(dpi / METERS_PER_INCH);
  chunk.writeUInt32BE(DENSITY_BYTES, 0);
  chunk.write(DENSITY_CHUNK, 4, 'latin1');
  chunk.writeUInt32BE(perMeter, 8);
  chunk.writeUInt32BE(perMeter, 12);
  chunk.writeUInt8(1, 16);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 17)), 17);
  return chunk;
}
