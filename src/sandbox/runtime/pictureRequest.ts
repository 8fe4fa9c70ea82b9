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
const MOST_DRAWINGS = 4;

/** Draws pictures. The drawings of the last displays are kept, which makes their next pictures faster. */
export class ScreenDrawings {
  readonly #drawings = new Map<string, ScreenDrawing>();

  /** Draws a picture as PNG; undefined for an unknown display. */
  draw({ series, state, context, options }: PictureRequest): Buffer | undefined {
    const key = `${series} ${options.displayId ?? 0}`;
    const drawing = this.#drawings.get(key) ?? new ScreenDrawing();
    this.#drawings.delete(key);
    this.#drawings.set(key, drawing);
    const [oldest] = this.#drawings.keys();
    if (this.#drawings.size > MOST_DRAWINGS && oldest !== undefined) this.#drawings.delete(oldest);
    return renderPng(state, context, options, drawing);
  }
}
