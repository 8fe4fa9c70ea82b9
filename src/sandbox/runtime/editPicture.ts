import { PNG } from 'pngjs';
import type { Rectangle } from '../phone/geometry.ts';

/** Returns a part of a PNG picture, in whole pixels within it. */
export function cropPicture(png: Uint8Array, { left, top, right, bottom }: Rectangle): Uint8Array {
  const picture = PNG.sync.read(Buffer.from(png));
  const part = new PNG({ width: right - left, height: bottom - top });
  PNG.bitblt(picture, part, left, top, part.width, part.height, 0, 0);
  return PNG.sync.write(part);
}
