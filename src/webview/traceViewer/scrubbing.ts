/** Steps that are selected within this time of one another, in milliseconds, pass too quickly to be read. */
const PAUSE_MS = 150;

/** Recognizes that the user passes quickly through many steps, until a pause. */
export class Scrubbing {
  readonly #ended: () => void;
  #isActive = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `ended` is called after the pause. */
  constructor(ended: () => void) {
    this.#ended = ended;
  }

  get isActive(): boolean {
    return this.#isActive;
  }

  /** Call when the user selects a step. */
  pass(): void {
    this.#isActive = this.#timer !== undefined;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#rest(), PAUSE_MS);
  }

  #rest(): void {
    this.#timer = undefined;
    if (!this.#isActive) return;
    this.#isActive = false;
    this.#ended();
  }
}
