import assert from 'node:assert/strict';
import { PNG } from 'pngjs';
import { pngSize } from '../../../src/util/pngSize.ts';
import { thumbnailOf } from '../../../src/views/thumbnail.ts';
import { seededRandom } from '../../../src/util/random.ts';
import { INTERLACED_BYTES, packedPicture, pngChunk, pngHeader } from '../../support/packedPicture.ts';

/** Returns a picture of noise over two halves, whose bytes are too many for a tooltip. */
function noisyHalves(width: number, height: number): Buffer {
  const png = PNG.sync.read(halves(width, height));
  const { next } = seededRandom(2);
  for (let at = 0; at < width * height; at++) png.data[at * 4 + 1] = Math.floor(next() * 4);
  return PNG.sync.write(png);
}

/** Returns a picture whose left half has one color and whose right half another. */
function halves(width: number, height: number): Buffer {
  const png = new PNG({ width, height });
  for (let at = 0; at < width * height; at++)
    png.data.set((at % width) * 2 < width ? [200, 0, 0, 255] : [0, 0, 100, 255], at * 4);
  return PNG.sync.write(png);
}

function decoded(address: string): PNG {
  return PNG.sync.read(Buffer.from(address.replace('data:image/png;base64,', ''), 'base64'));
}

it('a small picture keeps the shape and the colors of the large one', () => {
  const { address, width, height } = thumbnailOf(noisyHalves(1080, 2400)) ?? assert.fail();
  assert.deepEqual([width, height], [90, 200]);
  const { data } = decoded(address);
  assert.deepEqual([...data.subarray(0, 1), ...data.subarray(2, 4)], [200, 0, 255]);
  const last = (width - 1) * 4;
  assert.deepEqual([...data.subarray(last, last + 1), ...data.subarray(last + 2, last + 4)], [0, 100, 255]);
});

it('a small picture is the picture itself, in a small size, if it is short enough for a tooltip', () => {
  const png = halves(1080, 2400);
  const address = `data:image/png;base64,${png.toString('base64')}`;
  assert.deepEqual(thumbnailOf(png), { address, width: 90, height: 200 });
});

it('a small picture is not made of a picture that takes long to decode', () => {
  assert.equal(thumbnailOf(noisyHalves(2100, 2100)), undefined);
});

it('a small picture is short enough for a tooltip, even if it is of noise', () => {
  const png = new PNG({ width: 300, height: 240 });
  const { next } = seededRandom(1);
  for (let at = 0; at < png.data.length; at++) png.data[at] = Math.floor(next() * 256);
  const { address } = thumbnailOf(PNG.sync.write(png)) ?? assert.fail();
  assert.ok(address.length < 90_000, String(address.length));
});

it('a small picture is not made of what is too large, damaged, or no PNG', () => {
  assert.equal(thumbnailOf(new Uint8Array(20)), undefined);
  assert.equal(thumbnailOf(halves(40, 40).subarray(0, 60)), undefined);
  const huge = Buffer.from(halves(2, 2));
  huge.writeUInt32BE(8000, 16);
  huge.writeUInt32BE(8000, 20);
  assert.deepEqual(pngSize(huge), { width: 8000, height: 8000 });
  assert.equal(thumbnailOf(huge), undefined);
});

it('a small picture is not made of an interlaced picture, which would be unpacked without a limit', () => {
  // Too long to be shown as it is.
  const comment = pngChunk('teXt', Buffer.alloc(64_000));
  assert.ok(thumbnailOf(packedPicture(8 * 33, false, [comment])));
  assert.equal(thumbnailOf(packedPicture(INTERLACED_BYTES, true, [comment])), undefined);
});

it('a small picture is not made of a picture with a second header, whose size would count', () => {
  const comment = pngChunk('teXt', Buffer.alloc(64_000));
  assert.equal(thumbnailOf(packedPicture(8 * 33, false, [comment, pngHeader(8)])), undefined);
});

it('a small picture is not enlarged', () => {
  const { width, height } = thumbnailOf(halves(30, 20)) ?? assert.fail();
  assert.deepEqual([width, height], [30, 20]);
});
