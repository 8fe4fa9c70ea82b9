import { ScreenDrawing } from '../phone/draw/screenDrawing.ts';
import { renderPng, type RenderOptions } from '../phone/renderPng.ts';
import type { ScreenContext } from '../phone/screenContext.ts';
import type { PhoneState } from '../phone/state.ts';

/** A picture of a display to draw, as data that can be sent to another thread. */
export interface PictureRequest {
  /** Names the pictures of which each is similar to the last, such as those of a device. */
  readonly series: string;
  readonly state: PhoneState;
  readonly context: ScreenContext;
  readonly options: RenderOptions;
}

/** About 20 MB each. */
const MAX_DRAWINGS = 4;

/** Draws pictures. The drawings of the last displays are kept, which makes their next pictures faster. */
export class ScreenDrawings {
  readonly #drawings = new Map<string, ScreenDrawing>();

  /** Draws a picture as PNG; undefined for an unknown display. */
  draw({ series, state, context, options }: PictureRequest): Buffer | undefined {
    const key = `${series} ${options.displayId ?? 0}`;
    const drawing = this.#take(key);
    this.#drawings.set(key, drawing);
    return renderPng(state, context, options, drawing);
  }

  /**
   * Removes the drawing of a display and returns it. If the display has none and the maximum is reached, the oldest drawing
   * is used again, since its memory is large.
   */
  #take(key: string): ScreenDrawing {
    const [oldest = key] = this.#drawings.keys();
    const isOwn = this.#drawings.has(key) || this.#drawings.size < MAX_DRAWINGS;
    const from = isOwn ? key : oldest;
    const drawing = this.#drawings.get(from) ?? new ScreenDrawing();
    this.#drawings.delete(from);
    return drawing;
  }
}
