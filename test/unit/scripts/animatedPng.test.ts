import assert from 'node:assert/strict';
import { encodeAnimation, type Frame } from '../../../scripts/pictures/animatedPng.ts';
import { decodePixels, decodePng, encodeRows, type Image } from '../../../scripts/pictures/pngImage.ts';
import { createRaster } from '../../../src/sandbox/phone/draw/raster.ts';
import { encodePng, pngChunk } from '../../../src/sandbox/phone/draw/png.ts';
import { PNG_SIGNATURE } from '../../../src/util/pngSize.ts';

const [WIDTH, HEIGHT] = [23, 17];

/** An image with a gradient and a light square at a place. */
function imageAt(place: number): Image {
  const bytes = Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, at) => {
    const [column, row] = [Math.floor(at / 3) % WIDTH, Math.floor(at / 3 / WIDTH)];
    const isInside = column >= place && column < place + 3 && row >= place && row < place + 2;
    return isInside ? 250 : (column * 7 + row * 11 + (at % 3) * 40) % 256;
  });
  return { width: WIDTH, height: HEIGHT, bytes };
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

function chunksOf(file: Uint8Array): readonly Chunk[] {
  const bytes = Buffer.from(file);
  const chunks: Chunk[] = [];
  for (let at = PNG_SIGNATURE.length; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    chunks.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      data: bytes.subarray(at + 8, at + 8 + length),
    });
    at += length + 12;
  }
  return chunks;
}

/** Shows an animation as a browser does: the images in turn, and the time of each in milliseconds. */
function play(file: Uint8Array): readonly Frame[] {
  const shown: Frame[] = [];
  const now = new Uint8Array(WIDTH * HEIGHT * 3);
  let control: Buffer | undefined;
  for (const { type, data } of chunksOf(file)) {
    if (type === 'fcTL') control = data;
    if ((type !== 'IDAT' && type !== 'fdAT') || !control) continue;
    const [width = 0, height = 0, left = 0, top = 0] = [4, 8, 12, 16].map(at => control?.readUInt32BE(at));
    const { bytes: pixels } = decodePixels(
      fileOf(width, height, 6, type === 'IDAT' ? data : data.subarray(4)),
    );
    for (let pixel = 0; pixel < width * height; pixel++) {
      const [row, column] = [Math.floor(pixel / width), pixel % width];
      const at = ((top + row) * WIDTH + left + column) * 3;
      // Only opaque and transparent pixels exist.
      if (pixels[pixel * 4 + 3] === 255) now.set(pixels.subarray(pixel * 4, pixel * 4 + 3), at);
      else assert.deepEqual([control[25], pixels[pixel * 4 + 3]], [1, 0]);
    }
    const ms = (control.readUInt16BE(20) * 1000) / control.readUInt16BE(22);
    shown.push({ image: { width: WIDTH, height: HEIGHT, bytes: now.slice() }, ms });
  }
  return shown;
}

function fileOf(width: number, height: number, colors: number, data: Uint8Array): Uint8Array {
  const header = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, colors, 0, 0, 0]);
  return Buffer.concat([
    Uint8Array.from(PNG_SIGNATURE),
    pngChunk('IHDR', header),
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a moving picture', () => {
  it('shows its frames for their times, and equal ones as one', () => {
    const frames = [1, 1, 5, 12].map((place, index) => ({ image: imageAt(place), ms: 100 * (index + 1) }));
    const file = encodeAnimation(frames);
    assert.deepEqual(play(file), [
      { image: imageAt(1), ms: 300 },
      { image: imageAt(5), ms: 300 },
      { image: imageAt(12), ms: 400 },
    ]);
  });

  it('numbers its chunks, and has only the changed part of each frame', () => {
    const file = encodeAnimation([1, 5, 12].map(place => ({ image: imageAt(place), ms: 1 })));
    const chunks = chunksOf(file);
    assert.equal(chunks.find(({ type }) => type === 'acTL')?.data.readUInt32BE(0), 3);
    const numbers = chunks
      .filter(({ type }) => type === 'fcTL' || type === 'fdAT')
      .map(({ data }) => data.readUInt32BE(0));
    assert.deepEqual(numbers, [0, 1, 2, 3, 4]);
    const second = chunks.filter(({ type }) => type === 'fcTL')[1]?.data;
    assert.deepEqual(
      [4, 8, 12, 16].map(at => second?.readUInt32BE(at)),
      [7, 6, 1, 1],
    );
  });

  it('is of frames of the same size', () => {
    const small: Image = { width: 1, height: 1, bytes: new Uint8Array(3) };
    const frames = [imageAt(1), small].map(image => ({ image, ms: 1 }));
    assert.throws(() => encodeAnimation(frames), /have the same size/);
    assert.throws(() => encodeAnimation([]), /needs a frame/);
  });

  it('reads what other programs encode, with and without alpha', () => {
    const { bytes } = imageAt(3);
    const withAlpha = new Uint8Array(WIDTH * HEIGHT * 4).map((_, at) =>
      at % 4 === 3 ? 255 : (bytes[Math.floor(at / 4) * 3 + (at % 4)] ?? 0),
    );
    const raster = createRaster(WIDTH, HEIGHT);
    raster.bytes.set(withAlpha);
    assert.deepEqual(decodePng(encodePng(raster)), imageAt(3));
    const own = fileOf(WIDTH, HEIGHT, 2, encodeRows(bytes, HEIGHT, 3));
    assert.deepEqual(decodePng(own), imageAt(3));
  });
});
