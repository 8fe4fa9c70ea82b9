import { excessiveSize } from '../../util/pictureSize.ts';
import type { Size } from '../../util/pngSize.ts';
import { blobOf } from '../common/bytes.ts';
import { Latest } from '../common/latest.ts';

/** The time after which a picture is drawn again for a new size, in milliseconds. */
const RESIZED_MS = 150;

/** A picture, and the canvas and the size in CSS pixels in which it is shown. */
interface Drawing {
  readonly canvas: HTMLCanvasElement;
  readonly bytes: Uint8Array;
  readonly size: Size;
}

/**
 * Draws pictures on a canvas at the size at which they are shown, so that a grid needs the memory of its tiles and not
 * that of full screens. Of the pictures that arrive while one is decoded, only the last is drawn.
 */
export class TileCanvas {
  #wanted: Drawing | undefined;
  readonly #drawings = new Latest();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Shows a picture in a size in CSS pixels. */
  show(canvas: HTMLCanvasElement, bytes: Uint8Array, size: Size): void {
    const { width, height } = this.#wanted?.size ?? {};
    const isSamePicture = this.#wanted?.canvas === canvas && this.#wanted.bytes === bytes;
    if (isSamePicture && width === size.width && height === size.height) return;
    this.#wanted = { canvas, bytes, size };
    clearTimeout(this.#timer);
    // While the page is resized, the browser scales what is drawn.
    if (isSamePicture) this.#timer = setTimeout(() => this.#draw(), RESIZED_MS);
    else this.#draw();
  }

  /** Cancels a pending drawing. */
  dispose(): void {
    clearTimeout(this.#timer);
    this.#wanted = undefined;
  }

  #draw(): void {
    this.#drawings.run(async () => {
      if (this.#wanted) await draw(this.#wanted);
    });
  }
}

async function draw({ canvas, bytes, size }: Drawing): Promise<void> {
  if (excessiveSize(bytes)) return;
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
