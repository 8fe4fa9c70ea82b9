import type { ScreenReader } from './screenReader.ts';

/**
 * Chooses the picture to send to a page together with its state, so that the page need not request it. The next one is
 * sent only after the page has taken the last one; a page that has not can still request it.
 */
export class PictureFeed {
  readonly #screen: Pick<ScreenReader, 'picture' | 'fetch'>;
  /** The number of the last picture that was sent. */
  #sent: number | undefined;
  #isTaken = true;

  constructor(screen: Pick<ScreenReader, 'picture' | 'fetch'>) {
    this.#screen = screen;
  }

  /** Returns the bytes to send with the next state; undefined if the page has them or has not taken the last ones. */
  next(): Uint8Array | undefined {
    const { picture } = this.#screen;
    if (!picture || !this.#isTaken || picture.number === this.#sent) return undefined;
    this.#sent = picture.number;
    this.#isTaken = false;
    return picture.bytes;
  }

  /** Returns the bytes of a picture that the page requests or has taken; undefined if it is not the last one anymore. */
  fetch(number: number): Uint8Array | undefined {
    this.#sent = number;
    this.#isTaken = true;
    return this.#screen.fetch(number);
  }

  /** Begins again for a page that has loaded and has no picture yet. */
  restart(): void {
    this.#sent = undefined;
    this.#isTaken = true;
  }
}
