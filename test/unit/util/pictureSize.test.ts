import assert from 'node:assert/strict';
import { pngHead } from '../../../src/sandbox/phone/draw/png.ts';
import { excessiveSize, hasTooManyPixels, pictureSize } from '../../../src/util/pictureSize.ts';

const HUGE = { width: 16_000, height: 16_000 };

function gif(screen: readonly [number, number], frame: readonly [number, number], flags = 0): Buffer {
  const bytes = Buffer.alloc(13 + (flags === 0 ? 0 : 6) + 8 + 10);
  bytes.write('GIF89a', 'latin1');
  bytes.writeUInt16LE(screen[0], 6);
  bytes.writeUInt16LE(screen[1], 8);
  bytes.writeUInt8(flags, 10);
  let at = flags === 0 ? 13 : 19;
  bytes.set([0x21, 0xf9, 4, 0, 0, 0, 0, 0], at);
  at += 8;
  bytes.writeUInt8(0x2c, at);
  bytes.writeUInt16LE(frame[0], at + 5);
  bytes.writeUInt16LE(frame[1], at + 7);
  return bytes;
}

function webp(chunk: string, fill: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.write('RIFF', 'latin1');
  bytes.write(`WEBP${chunk}`, 8, 'latin1');
  fill(bytes);
  return bytes;
}

it('the size of a picture is read from the header of a PNG, a GIF, and a WebP file', () => {
  assert.deepEqual(pictureSize(pngHead(HUGE)), HUGE);
  assert.deepEqual(pictureSize(gif([30, 40], [20, 20])), { width: 30, height: 40 });
  assert.deepEqual(
    pictureSize(
      webp('VP8X', bytes => {
        bytes.writeUIntLE(15_999, 24, 3);
        bytes.writeUIntLE(15_999, 27, 3);
      }),
    ),
    HUGE,
  );
  assert.deepEqual(
    pictureSize(
      webp('VP8 ', bytes => {
        bytes.writeUInt16LE(320, 26);
        bytes.writeUInt16LE(200, 28);
      }),
    ),
    { width: 320, height: 200 },
  );
  assert.deepEqual(pictureSize(webp('VP8L', bytes => bytes.writeUInt32LE(319 | (199 << 14), 21))), {
    width: 320,
    height: 200,
  });
});

it('the size of a picture includes a first frame of a GIF that is larger than its screen', () => {
  assert.deepEqual(pictureSize(gif([1, 1], [16_000, 16_000])), HUGE);
  assert.deepEqual(pictureSize(gif([1, 1], [16_000, 16_000], 0x80)), HUGE);
});

it('the size of a picture is unknown for other formats, and for headers that are cut off', () => {
  assert.equal(pictureSize(Buffer.from('<html>')), undefined);
  for (const file of [pngHead(HUGE), gif([1, 1], [2, 2]), webp('VP8X', () => undefined)])
    assert.equal(pictureSize(file.subarray(0, 12)), undefined);
  assert.equal(pictureSize(webp('ALPH', () => undefined)), undefined);
});

it('the size of a picture is too large beyond 40 million pixels, or 8,192 on one side', () => {
  assert.ok(!hasTooManyPixels({ width: 3840, height: 2400 }));
  assert.ok(hasTooManyPixels({ width: 8193, height: 1 }));
  assert.ok(hasTooManyPixels({ width: 8000, height: 5001 }));
  assert.deepEqual(excessiveSize(pngHead(HUGE)), HUGE);
  assert.equal(excessiveSize(pngHead({ width: 1080, height: 2400 })), undefined);
});
