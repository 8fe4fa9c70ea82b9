import { crc32, deflateSync } from 'node:zlib';
import { PNG_SIGNATURE } from '../../../util/pngSize.ts';
import type { Raster } from './raster.ts';

const DEPTH_8_TRUECOLOUR = [8, 2, 0, 0, 0];
const FILTER_UP = 2;
// Screens consist of flat areas, which the fastest level already compresses to a few percent.
const COMPRESSION_LEVEL = 1;

/** Encodes an image as PNG: 8 bits per channel, no alpha. */
export function encodePng(raster: Raster): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(raster.width, 0);
  header.writeUInt32BE(raster.height, 4);
  header.set(DEPTH_8_TRUECOLOUR, 8);
  return Buffer.concat([
    Uint8Array.from(PNG_SIGNATURE),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(filteredRows(raster), { level: COMPRESSION_LEVEL })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Encodes each row as its difference from the row above, mostly zeros for flat areas and vertical gradients. */
function filteredRows({ width, height, bytes, words }: Raster): Uint8Array {
  const rows = new Uint8Array((width * 3 + 1) * height);
  let above: Uint32Array = new Uint32Array(width);
  let target = 0;
  for (let row = 0; row < height; row++, target += width * 3) {
    rows[target++] = FILTER_UP;
    const here = words.subarray(row * width, (row + 1) * width);
    // Most pixels are the same as those above, whose difference is zero.
    if (!areEqual(here, above)) {
      for (let column = 0; column < width; column++) {
        if (here[column] === above[column]) continue;
        const at = target + column * 3;
        const from = (row * width + column) * 4;
        for (let channel = 0; channel < 3; channel++) {
          const over = row === 0 ? 0 : (bytes[from - width * 4 + channel] ?? 0);
          rows[at + channel] = (bytes[from + channel] ?? 0) - over;
        }
      }
    }
    above = here;
  }
  return rows;
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
