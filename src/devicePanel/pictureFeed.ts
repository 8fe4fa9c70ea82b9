import type { ScreenReader } from './screenReader.ts';

/**
 * Decides when a picture is sent with the state of the panel, so that the page does not have to request it. The next
 * picture is sent only after the page has confirmed the previous one. A page can request a picture that it has missed.
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

  /** Records that the page has received a picture. */
  confirm(number: number): void {
    // The screen reader waits for this before it takes the next picture.
    this.fetch(number);
  }

  /** Begins again for a page that has loaded and has no picture yet. */
  restart(): void {
    this.#sent = undefined;
    this.#isConfirmed = true;
  }
}
