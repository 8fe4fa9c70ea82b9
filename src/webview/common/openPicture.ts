import { excessiveSize } from '../../util/pictureSize.ts';
import { blobOf } from './bytes.ts';

/**
 * Returns the address of a picture, which is decoded first, so that switching pictures does not flicker. A picture with
 * too many pixels gets an address without content, which shows nothing.
 */
export async function openPicture(png: Uint8Array): Promise<string> {
  if (excessiveSize(png)) return URL.createObjectURL(new Blob());
  const url = URL.createObjectURL(blobOf(png));
  const image = new Image();
  image.src = url;
  await image.decode().catch(() => undefined);
  return url;
}
