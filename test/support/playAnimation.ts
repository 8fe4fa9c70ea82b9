import assert from 'node:assert/strict';
import { crc32 } from 'node:zlib';
import { decodePixels, type Image } from '../../scripts/pictures/pngImage.ts';
import { pngChunk } from '../../src/sandbox/phone/draw/png.ts';
import { PNG_SIGNATURE } from '../../src/util/pngSize.ts';

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** Returns the chunks of a PNG file, and checks their checksums. */
export function chunksOf(file: Uint8Array): readonly Chunk[] {
  const bytes = Buffer.from(file);
  assert.deepEqual([...bytes.subarray(0, 8)], [...PNG_SIGNATURE]);
  const chunks: Chunk[] = [];
  for (let at = PNG_SIGNATURE.length; at < bytes.length;) {
    const end = at + 8 + bytes.readUInt32BE(at);
    assert.equal(bytes.readUInt32BE(end), crc32(bytes.subarray(at + 4, end)));
    chunks.push({ type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end) });
    at = end + 4;
  }
  return chunks;
}

/** Returns a PNG file with 8 bits per channel; `colors` is 2 for color and 6 for color with alpha. */
export function pngOf(width: number, height: number, colors: number, data: Uint8Array): Uint8Array {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, colors, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    Uint8Array.from(PNG_SIGNATURE),
    pngChunk('IHDR', header),
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Shows an animation as a browser does: the images in turn, and the time of each in milliseconds. */
export function playAnimation(file: Uint8Array): readonly { readonly image: Image; readonly ms: number }[] {
  const shown: { image: Image; ms: number }[] = [];
  const chunks = chunksOf(file);
  const head = chunks[0]?.data;
  assert.ok(head && chunks[0]?.type === 'IHDR' && chunks.at(-1)?.type === 'IEND');
  const [width, height, colors] = [head.readUInt32BE(0), head.readUInt32BE(4), head[9] ?? 0];
  const now = new Uint8Array(width * height * 3);
  let control: Buffer | undefined;
  let sequence = 0;
  for (const { type, data } of chunks) {
    if (type === 'fcTL' || type === 'fdAT') assert.equal(data.readUInt32BE(0), sequence++);
    if (type === 'fcTL') control = data;
    if ((type !== 'IDAT' && type !== 'fdAT') || !control) continue;
    const [own = 0, rows = 0, left = 0, top = 0] = [4, 8, 12, 16].map(at => control?.readUInt32BE(at));
    const content = type === 'IDAT' ? data : data.subarray(4);
    const { bytes: pixels, channels } = decodePixels(pngOf(own, rows, colors, content));
    for (let pixel = 0; pixel < own * rows; pixel++) {
      const [row, column] = [Math.floor(pixel / own), pixel % own];
      const at = ((top + row) * width + left + column) * 3;
      const alpha = channels === 4 ? pixels[pixel * 4 + 3] : 255;
      // Only opaque and transparent pixels exist.
      if (alpha === 255) now.set(pixels.subarray(pixel * channels, pixel * channels + 3), at);
      else assert.deepEqual([control[25], alpha], [1, 0]);
    }
    const ms = (control.readUInt16BE(20) * 1000) / control.readUInt16BE(22);
    shown.push({ image: { width, height, bytes: now.slice() }, ms });
  }
  assert.equal(chunks.find(({ type }) => type === 'acTL')?.data.readUInt32BE(0), shown.length);
  return shown;
}
