import assert from 'node:assert/strict';
import { PictureError, readPicture } from '../../../src/flowTest/pictureFormat.ts';
import { packedPicture, pngHeader } from '../../support/packedPicture.ts';

const MIB = 1024 * 1024;

describe('flowTest/pictureFormat', () => {
  it('an interlaced picture is refused, since it would be unpacked without a limit', () => {
    const bomb = packedPicture(400 * MIB, true);
    assert.ok(bomb.length < MIB);
    assert.throws(() => readPicture(bomb), new PictureError('is interlaced, which is not supported'));
  });

  it('a picture with a second header is damaged, since the size of that header would count', () => {
    const picture = packedPicture(8 * 33, false, [pngHeader(8)]);
    assert.throws(() => readPicture(picture), new PictureError('is damaged'));
  });

  it('a picture that unpacks to more than its pixels is damaged', () => {
    assert.equal(readPicture(packedPicture(8 * 33, false)).data.length, 256);
    assert.throws(() => readPicture(packedPicture(40 * MIB, false)), new PictureError('is damaged'));
  });
});
