import type { Size } from '../../util/pngSize.ts';
import { blobOf } from '../common/blobOf.ts';

/** The time after which a picture is drawn again for a new size, in milliseconds. */
const RESIZED_MS = 150;

/**
 * Draws pictures on a canvas at the size at which they are shown, so that a grid needs the memory of its tiles and not
 * that of full screens. Of the pictures that arrive while one is decoded, only the last is drawn.
 */
export class TileCanvas {
  #wanted:
    { readonly canvas: HTMLCanvasElement; readonly bytes: Uint8Array; readonly size: Size } | undefined;
  #bytes: Uint8Array | undefined;
  #isDrawing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Shows a picture in a size in CSS pixels. */
  show(canvas: HTMLCanvasElement, bytes: Uint8Array, size: Size): void {
    const { width, height } = this.#wanted?.size ?? {};
    const isSameSize = width === size.width && height === size.height;
    if (this.#wanted?.canvas === canvas && bytes === this.#bytes && isSameSize) return;
    const isResized = this.#wanted?.canvas === canvas && bytes === this.#bytes;
    this.#wanted = { canvas, bytes, size };
    this.#bytes = bytes;
    clearTimeout(this.#timer);
    // While the page is resized, the browser scales what is drawn.
    if (isResized) this.#timer = setTimeout(() => void this.#draw(), RESIZED_MS);
    else void this.#draw();
  }

  /** Cancels a pending drawing. */
  dispose(): void {
    clearTimeout(this.#timer);
    this.#wanted = undefined;
    this.#bytes = undefined;
  }

  async #draw(): Promise<void> {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    try {
      for (
        let wanted = this.#wanted, drawn: typeof wanted;
        wanted && wanted !== drawn;
        wanted = this.#wanted
      ) {
        drawn = wanted;
        await draw(wanted.canvas, wanted.bytes, wanted.size);
      }
    } finally {
      this.#isDrawing = false;
    }
  }
}

async function draw(canvas: HTMLCanvasElement, bytes: Uint8Array, size: Size): Promise<void> {
  const pixels = (length: number): number => Math.max(1, Math.round(length * devicePixelRatio));
  const [resizeWidth, resizeHeight] = [pixels(size.width), pixels(size.height)];
  // A picture that cannot be decoded leaves the last one on the canvas.
  const bitmap = await createImageBitmap(blobOf(bytes), {
    resizeWidth,
    resizeHeight,
    resizeQuality: 'medium',
  }).catch(() => undefined);
  if (!bitmap) return;
  canvas.width = resizeWidth;
  canvas.height = resizeHeight;
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
}
