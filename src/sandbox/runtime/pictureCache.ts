import { createHash } from 'node:crypto';

/** About 200 kB each. */
const MOST_PICTURES = 64;

/** The pictures that were drawn last, so that a screen that has not changed is drawn once. */
export class PictureCache {
  readonly #pictures = new Map<string, Buffer>();

  /** Returns the picture of what it shows, which is drawn if it is not one of the last. */
  picture<T extends Buffer | undefined>(shown: readonly unknown[], draw: () => T): Buffer | T {
    const key = createHash('sha256').update(JSON.stringify(shown)).digest('base64');
    const drawn = this.#pictures.get(key) ?? draw();
    if (!drawn) return drawn;
    this.#pictures.delete(key);
    this.#pictures.set(key, drawn);
    const [oldest] = this.#pictures.keys();
    if (this.#pictures.size > MOST_PICTURES && oldest !== undefined) this.#pictures.delete(oldest);
    return drawn;
  }
}
