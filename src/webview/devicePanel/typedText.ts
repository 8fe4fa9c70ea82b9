/** A pause in typing after which what was typed is sent, in milliseconds. */
const PAUSE_MS = 350;

/** Gathers letters into a text that is sent in a pause, or before anything else is. It is nowhere shown. */
export class TypedText {
  readonly #send: (text: string) => void;
  #text = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (text: string) => void) {
    this.#send = send;
  }

  /** Adds what a key wrote. */
  add(letters: string): void {
    this.#text += letters;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), PAUSE_MS);
  }

  /** Sends what was typed so far. */
  flush(): void {
    clearTimeout(this.#timer);
    const text = this.#text;
    this.#text = '';
    if (text !== '') this.#send(text);
  }
}
