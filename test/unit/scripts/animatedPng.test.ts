import assert from 'node:assert/strict';
import { encodeAnimation } from '../../../scripts/pictures/animatedPng.ts';
import { decodePng, encodeRows, type Image } from '../../../scripts/pictures/pngImage.ts';
import { createRaster } from '../../../src/sandbox/phone/draw/raster.ts';
import { encodePng } from '../../../src/sandbox/phone/draw/png.ts';
import { chunksOf, playAnimation, pngOf } from '../../support/playAnimation.ts';

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

it('a moving picture shows its frames for their times, and equal ones as one', () => {
  const frames = [1, 1, 5, 12].map((place, index) => ({ image: imageAt(place), ms: 100 * (index + 1) }));
  const file = encodeAnimation(frames);
  assert.deepEqual(playAnimation(file), [
    { image: imageAt(1), ms: 300 },
    { image: imageAt(5), ms: 300 },
    { image: imageAt(12), ms: 400 },
  ]);
});

it('a moving picture numbers its chunks, and has only the changed part of each frame', () => {
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

it('a moving picture is of frames of the same size', () => {
  const small: Image = { width: 1, height: 1, bytes: new Uint8Array(3) };
  const frames = [imageAt(1), small].map(image => ({ image, ms: 1 }));
  assert.throws(() => encodeAnimation(frames), /have the same size/);
  assert.throws(() => encodeAnimation([]), /needs a frame/);
});

it('a moving picture reads what other programs encode, with and without alpha', () => {
  const { bytes } = imageAt(3);
  const withAlpha = new Uint8Array(WIDTH * HEIGHT * 4).map((_, at) =>
    at % 4 === 3 ? 255 : (bytes[Math.floor(at / 4) * 3 + (at % 4)] ?? 0),
  );
  const raster = createRaster(WIDTH, HEIGHT);
  raster.bytes.set(withAlpha);
  assert.deepEqual(decodePng(encodePng(raster)), imageAt(3));
  const own = pngOf(WIDTH, HEIGHT, 2, encodeRows(bytes, HEIGHT, 3));
  assert.deepEqual(decodePng(own), imageAt(3));
});
