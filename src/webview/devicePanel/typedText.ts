/** Pause in typing after which the text is sent, in milliseconds. */
const PAUSE_MS = 350;

/** Collects typed characters into one text, sent after a pause or before another gesture. It is never displayed. */
export class TypedText {
  readonly #send: (text: string) => void;
  #text = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (text: string) => void) {
    this.#send = send;
  }

  /** Adds the characters of a key. */
  add(letters: string): void {
    this.#text += letters;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), PAUSE_MS);
  }

  /** Sends the pending text. */
  flush(): void {
    clearTimeout(this.#timer);
    const text = this.#text;
    this.#text = '';
    if (text !== '') this.#send(text);
  }
}
