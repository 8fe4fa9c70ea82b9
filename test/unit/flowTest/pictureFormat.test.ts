import assert from 'node:assert/strict';
import { crc32, deflateSync } from 'node:zlib';
import { PictureError, readPicture } from '../../../src/flowTest/pictureFormat.ts';
import { PNG_SIGNATURE } from '../../../src/util/pngSize.ts';

const MIB = 1024 * 1024;

/** Returns a PNG of 8 × 8 pixels whose content unpacks to many bytes. */
function pictureOf(unpacked: number, isInterlaced: boolean): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(8, 0);
  header.writeUInt32BE(8, 4);
  header.set([8, 6, 0, 0, isInterlaced ? 1 : 0], 8);
  const content = deflateSync(Buffer.alloc(unpacked));
  return Buffer.concat([
    Buffer.from(PNG_SIGNATURE),
    chunk('IHDR', header),
    chunk('IDAT', content),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

describe('flowTest/pictureFormat', () => {
  it('an interlaced picture is refused, since it would be unpacked without a limit', () => {
    const bomb = pictureOf(400 * MIB, true);
    assert.ok(bomb.length < MIB);
    assert.throws(() => readPicture(bomb), new PictureError('is interlaced, which is not supported'));
  });

  it('a picture that unpacks to more than its pixels is damaged', () => {
    assert.equal(readPicture(pictureOf(8 * 33, false)).data.length, 256);
    assert.throws(() => readPicture(pictureOf(40 * MIB, false)), new PictureError('is damaged'));
  });
});
