import { PNG } from 'pngjs';
import { hasTooManyPixels } from '../../util/pictureSize.ts';
import { isUnpackedAsDeclared, pngSize } from '../../util/pngSize.ts';
import { clamp, type Rectangle } from '../phone/geometry.ts';
import { PhoneFailure } from './phoneDriver.ts';

/** The color that covers a part of a picture. */
const COVER = [0x60, 0x60, 0x60, 0xff] as const;

/** Returns a part of a PNG picture, in whole pixels within it. Rejects with a PhoneFailure for no readable picture. */
export async function cropPicture(
  png: Uint8Array,
  { left, top, right, bottom }: Rectangle,
): Promise<Uint8Array> {
  const picture = await readPicture(png);
  const width = Math.min(right, picture.width) - left;
  const height = Math.min(bottom, picture.height) - top;
  if (width <= 0 || height <= 0)
    throw new PhoneFailure('refused', 'The phone was turned, so that the area is no longer on its screen.');
  const part = new PNG({ width, height });
  PNG.bitblt(picture, part, left, top, width, height, 0, 0);
  return writePicture(part);
}

/** Returns a PNG picture whose parts are covered. Rejects with a PhoneFailure for no readable picture. */
export async function coverInPicture(png: Uint8Array, parts: readonly Rectangle[]): Promise<Uint8Array> {
  const picture = await readPicture(png);
  const { width, height, data } = picture;
  for (const { left, top, right, bottom } of parts) {
    const [first, end] = [left, right].map(x => clamp(Math.round(x), 0, width)) as [number, number];
    for (let y = clamp(Math.round(top), 0, height); y < clamp(Math.round(bottom), 0, height); y++)
      for (let x = first; x < end; x++) data.set(COVER, (y * width + x) * 4);
  }
  return writePicture(picture);
}

function readPicture(png: Uint8Array): Promise<PNG> {
  const size = pngSize(png);
  const isReadable = size !== undefined && !hasTooManyPixels(size) && isUnpackedAsDeclared(png);
  return new Promise((resolve, reject) => {
    const fail = (cause?: Error): void =>
      reject(new PhoneFailure('refused', 'The phone sent a picture that cannot be read.', { cause }));
    if (!isReadable) fail();
    else
      new PNG().parse(Buffer.from(png), (error, picture) => {
        // The types of the package do not say that there is none after success.
        if (error as Error | null) fail(error);
        else resolve(picture);
      });
  });
}

function writePicture(picture: PNG): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    picture.on('data', (part: Buffer) => parts.push(part));
    picture.on('end', () => resolve(Buffer.concat(parts)));
    picture.on('error', reject);
    picture.pack();
  });
}
