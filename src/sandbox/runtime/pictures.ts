import { createHash } from 'node:crypto';
import { type PictureRequest, ScreenDrawings } from './pictureRequest.ts';
import { PictureThread } from './pictureThread.ts';

/** About 200 kB each. */
const MAX_PICTURES = 64;

type Draw = (request: PictureRequest) => Promise<Buffer | undefined>;

/** Draws the pictures of displays. The last ones are kept, so that a screen that has not changed is drawn once. */
export class DisplayPictures {
  readonly #draw: Draw;
  readonly #pictures = new Map<string, ReturnType<Draw>>();

  constructor(draw: Draw) {
    this.#draw = draw;
  }

  /** Draws a picture as PNG, or returns the kept one; resolves to undefined for an unknown display. */
  async draw(request: PictureRequest): Promise<Buffer | undefined> {
    const key = keyOf(request);
    const picture = this.#pictures.get(key) ?? this.#draw(request);
    this.#pictures.delete(key);
    this.#pictures.set(key, picture);
    const [oldest] = this.#pictures.keys();
    if (this.#pictures.size > MAX_PICTURES && oldest !== undefined) this.#pictures.delete(oldest);
    try {
      return await picture;
    } catch (error) {
      if (this.#pictures.get(key) === picture) this.#pictures.delete(key);
      throw error;
    }
  }
}

function keyOf({ series, state, context, options }: PictureRequest): string {
  // Screens show no seconds.
  const minute = Math.floor(context.now.getTime() / 60_000);
  const shown = [series, state, { ...context, now: minute }, options];
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64');
}

/** Returns a function that draws in a thread of a program, or in this thread without one, and one that ends it. */
export function drawIn(program: URL | undefined): {
  readonly draw: Draw;
  readonly stop: () => Promise<void>;
} {
  if (program) {
    const thread = new PictureThread(program);
    return { draw: request => thread.draw(request), stop: () => thread.stop() };
  }
  const drawings = new ScreenDrawings();
  return { draw: async request => Promise.resolve(drawings.draw(request)), stop: () => Promise.resolve() };
}
