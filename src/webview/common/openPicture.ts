import { blobOf } from './bytes.ts';

/** Returns the address of a picture, which is decoded first, so that switching pictures does not flicker. */
export async function openPicture(png: Uint8Array): Promise<string> {
  const url = URL.createObjectURL(blobOf(png));
  const image = new Image();
  image.src = url;
  await image.decode().catch(() => undefined);
  return url;
}
