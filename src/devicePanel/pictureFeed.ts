import type { ScreenReader } from './screenReader.ts';

/**
 * Chooses the picture to send to a page together with its state, so that the page need not request it. The next one is
 * sent only after the page has confirmed the last one. The page can request a picture that it missed.
 */
export class PictureFeed {
  readonly #screen: Pick<ScreenReader, 'picture' | 'fetch'>;
  /** The number of the last picture that was sent. */
  #sent: number | undefined;
  #isConfirmed = true;

  constructor(screen: Pick<ScreenReader, 'picture' | 'fetch'>) {
    this.#screen = screen;
  }

  /** Returns the bytes to send with the next state; undefined if the page has them or has not confirmed the last ones. */
  next(): Uint8Array | undefined {
    const { picture } = this.#screen;
    if (!picture || !this.#isConfirmed || picture.number === this.#sent) return undefined;
    this.#sent = picture.number;
    this.#isConfirmed = false;
    return picture.bytes;
  }

  /** Returns the bytes of a picture that the page requests; undefined if it is not the last one anymore. */
  fetch(number: number): Uint8Array | undefined {
    this.#isConfirmed = true;
    const bytes = this.#screen.fetch(number);
    if (bytes) this.#sent = number;
    return bytes;
  }

  /** Notes that the page has a picture that was sent. */
  confirm(number: number): void {
    this.fetch(number);
  }

  /** Begins again for a page that has loaded and has no picture yet. */
  restart(): void {
    this.#sent = undefined;
    this.#isConfirmed = true;
  }
}
