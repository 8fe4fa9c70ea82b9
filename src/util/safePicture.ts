import { BUDGETS } from './budgets.ts';
import { hasTooManyPixels } from './pictureSize.ts';
import { hasSecondHeader, isInterlacedPng, isPng, pngSize } from './pngSize.ts';

/** True for a PNG picture that is small enough to be decoded, not interlaced, and has one header. */
export function isSafePicture(png: Uint8Array): boolean {
  if (png.length > BUDGETS.picture.bytes || !isPng(png)) return false;
  if (isInterlacedPng(png) || hasSecondHeader(png)) return false;
  const size = pngSize(png);
  return size !== undefined && !hasTooManyPixels(size);
}
