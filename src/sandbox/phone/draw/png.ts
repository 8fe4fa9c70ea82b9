import { crc32, deflateSync } from 'node:zlib';
import { PNG_SIGNATURE } from '../../../util/pngSize.ts';
import type { Raster } from './raster.ts';

const DEPTH_8_TRUECOLOR = [8, 2, 0, 0, 0];
const DEPTH_8_TRUECOLOR_AND_ALPHA = [8, 6, 0, 0, 0];
const FILTER_UP = 2;
// Screens consist of flat areas, which the fastest level already compresses to a few percent.
export const COMPRESSION_LEVEL = 1;
// Most screens fit, so that they are compressed at once.
const CHUNK_BYTES = 256 * 1024;

/** Encodes an image as PNG: 8 bits per channel, no alpha. `filtered` are its filtered rows, if they are known. */
export function encodePng(raster: Raster, filtered = filteredRows(raster)): Buffer {
  return Buffer.concat([
    pngHead(raster),
    pngChunk('IDAT', deflateSync(filtered, { level: COMPRESSION_LEVEL, chunkSize: CHUNK_BYTES })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns the beginning of a PNG file with an image of this size: the signature and the header. */
export function pngHead(
  { width, height }: { readonly width: number; readonly height: number },
  hasAlpha = false,
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(hasAlpha ? DEPTH_8_TRUECOLOR_AND_ALPHA : DEPTH_8_TRUECOLOR, 8);
  return Buffer.concat([Uint8Array.from(PNG_SIGNATURE), pngChunk('IHDR', header)]);
}

/** Creates the memory for the filtered rows of an image. */
export function createFilteredRows({ width, height }: Pick<Raster, 'width' | 'height'>): Uint8Array {
  return new Uint8Array((width * 3 + 1) * height);
}

/** Returns the filtered rows of an image. */
export function filteredRows(raster: Raster): Uint8Array {
  const filtered = createFilteredRows(raster);
  filterRows(raster, filtered, 0, raster.height);
  return filtered;
}

/**
 * Writes the rows of an image from `first` until before `end`, each as its difference from the row above: mostly zeros
 * for flat areas and vertical gradients.
 */
export function filterRows(
  { width, bytes, words }: Raster,
  filtered: Uint8Array,
  first: number,
  end: number,
): void {
  const length = width * 3 + 1;
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let row = first; row < end; row++) {
    const target = row * length + 1;
    filtered[target - 1] = FILTER_UP;
    filtered.fill(0, target, target + length - 1);
    const start = row * width;
    if (row === 0) {
      for (let pixel = 0; pixel < width; pixel++)
        for (let channel = 0; channel < 3; channel++)
          filtered[target + pixel * 3 + channel] = bytes[pixel * 4 + channel] ?? 0;
      continue;
    }
    // Most rows, and most pixels of the others, are the same as those above, whose difference is zero.
    const [above, below] = [(start - width) * 4, (start + width) * 4];
    if (all.compare(all, above, start * 4, start * 4, below) === 0) continue;
    for (let column = 0; column < width; column++) {
      const pixel = start + column;
      if (words[pixel] === words[pixel - width]) continue;
      const at = target + column * 3;
      const from = pixel * 4;
      const over = from - width * 4;
      filtered[at] = (bytes[from] ?? 0) - (bytes[over] ?? 0);
      filtered[at + 1] = (bytes[from + 1] ?? 0) - (bytes[over + 1] ?? 0);
      filtered[at + 2] = (bytes[from + 2] ?? 0) - (bytes[over + 2] ?? 0);
    }
  }
}

/** Returns a chunk of a PNG file with its length and checksum. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const framed = Buffer.alloc(data.length + 12);
  framed.writeUInt32BE(data.length, 0);
  framed.write(type, 4, 'latin1');
  framed.set(data, 8);
  framed.writeUInt32BE(crc32(framed.subarray(4, data.length + 8)), data.length + 8);
  return framed;
}
