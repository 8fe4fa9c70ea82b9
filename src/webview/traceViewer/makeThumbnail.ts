import { traceScreen } from '../../protocol/traceViewer.ts';
import { excessiveSize } from '../../util/pictureSize.ts';
import { pngSize, type Size } from '../../util/pngSize.ts';
import { blobOf } from '../common/bytes.ts';
import type { PictureSource } from './pictures.ts';
import { STRIP } from './stripLayout.ts';

/** The largest side of a thumbnail in pixels, which is also enough to recognize it at the size of the large screen. */
const SIDE = 2 * STRIP.height;

/** Returns the small picture of a screen, drawn from its elements if it has no picture. */
export async function makeThumbnail(source: PictureSource, id: string): Promise<ImageBitmap | undefined> {
  const png = await source.picture(id);
  const size = png instanceof Uint8Array ? pngSize(png) : undefined;
  if (size && png instanceof Uint8Array && !excessiveSize(png)) {
    const { width: resizeWidth, height: resizeHeight } = thumbnailSize(size);
    return createImageBitmap(blobOf(png), { resizeWidth, resizeHeight, resizeQuality: 'medium' });
  }
  const screen = await source.screen(id);
  if (!traceScreen(screen)) return undefined;
  const { width, height, scale } = thumbnailSize(screen);
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d');
  if (!pen) return undefined;
  pen.fillStyle = '#f4f4f4';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.scale(scale, scale);
  pen.strokeStyle = '#777777';
  pen.lineWidth = 1 / scale;
  for (const { box } of screen.elements)
    pen.strokeRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
  return canvas.transferToImageBitmap();
}

function thumbnailSize({ width, height }: Size): Size & { readonly scale: number } {
  const scale = SIDE / Math.max(width, height);
  const scaled = (side: number): number => Math.max(1, Math.round(side * scale));
  return { width: scaled(width), height: scaled(height), scale };
}
