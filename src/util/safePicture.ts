import { BUDGETS } from './budgets.ts';
import { hasTooManyPixels } from './pictureSize.ts';
import { isPng, isUnpackedAsDeclared, pngSize } from './pngSize.ts';

/** True for a PNG picture that is small enough to be decoded, not interlaced, and has one header. */
export function isSafePicture(png: Uint8Array): boolean {
  if (png.length > BUDGETS.picture.bytes || !isPng(png) || !isUnpackedAsDeclared(png)) return false;
  const size = pngSize(png);
  return size !== undefined && !hasTooManyPixels(size);
}
