import assert from 'node:assert/strict';
import { coverInPicture, cropPicture } from '../../../../src/sandbox/runtime/editPicture.ts';
import { PhoneFailure } from '../../../../src/sandbox/runtime/phoneDriver.ts';
import { INTERLACED_BYTES, packedPicture, pngHeader } from '../../../support/packedPicture.ts';

const whole = { left: 0, top: 0, right: 8, bottom: 8 };
const unreadable = new PhoneFailure('refused', 'The phone sent a picture that cannot be read.');

describe('sandbox/runtime/editPicture', () => {
  it('an interlaced picture is refused, since it would be unpacked without a limit', async () => {
    assert.ok(await coverInPicture(packedPicture(8 * 33, false), [whole]));
    const interlaced = packedPicture(INTERLACED_BYTES, true);
    await assert.rejects(coverInPicture(interlaced, [whole]), unreadable);
    await assert.rejects(cropPicture(interlaced, whole), unreadable);
  });

  it('a picture with a second header is refused, since the size of that header would count', async () => {
    await assert.rejects(coverInPicture(packedPicture(8 * 33, false, [pngHeader(8)]), [whole]), unreadable);
  });

  it('a picture with more pixels than may be decoded is refused', async () => {
    const large = Buffer.from(packedPicture(8 * 33, false));
    large.writeUInt32BE(8193, 16);
    await assert.rejects(coverInPicture(large, [whole]), unreadable);
  });
});
