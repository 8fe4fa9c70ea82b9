import { crc32, deflateSync } from 'node:zlib';
import { PNG_SIGNATURE } from '../../../util/pngSize.ts';
import type { Raster } from './raster.ts';

const DEPTH_8_TRUECOLOUR = [8, 2, 0, 0, 0];
const FILTER_UP = 2;
// Screens consist of flat areas, which the fastest level already compresses to a few percent.
export const COMPRESSION_LEVEL = 1;

/** Encodes an image as PNG: 8 bits per channel, no alpha. `filtered` are its filtered rows, if they are known. */
export function encodePng(raster: Raster, filtered = filteredRows(raster)): Buffer {
  return Buffer.concat([
    pngHead(raster),
    pngChunk('IDAT', deflateSync(filtered, { level: COMPRESSION_LEVEL })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns the beginning of a PNG file with an image of this size: the signature and the header. */
export function pngHead({ width, height }: { readonly width: number; readonly height: number }): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(DEPTH_8_TRUECOLOUR, 8);
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
  let above: Uint32Array =
    first === 0 ? new Uint32Array(width) : words.subarray((first - 1) * width, first * width);
  for (let row = first; row < end; row++) {
    const target = row * length + 1;
    filtered[target - 1] = FILTER_UP;
    filtered.fill(0, target, target + length - 1);
    const here = words.subarray(row * width, (row + 1) * width);
    // Most pixels are the same as those above, whose difference is zero.
    if (!areEqual(here, above)) {
      for (let column = 0; column < width; column++) {
        if (here[column] === above[column]) continue;
        const at = target + column * 3;
        const from = (row * width + column) * 4;
        for (let channel = 0; channel < 3; channel++) {
          const over = row === 0 ? 0 : (bytes[from - width * 4 + channel] ?? 0);
          filtered[at + channel] = (bytes[from + channel] ?? 0) - over;
        }
      }
    }
    above = here;
  }
}

function areEqual(one: Uint32Array, other: Uint32Array): boolean {
  const { buffer, byteOffset, byteLength } = one;
  return Buffer.from(buffer, byteOffset, byteLength).equals(
    Buffer.from(other.buffer, other.byteOffset, other.byteLength),
  );
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
