/** Something that must be released once. */
export interface Disposable {
  dispose(): unknown;
}

/** Owns disposables and releases them last in, first out; what arrives after the end is released at once. */
export class Disposables implements Disposable {
  readonly #owned: Disposable[] = [];
  #ended = false;

  /** Takes ownership of an item and hands it back. */
  add<T extends Disposable>(item: T): T {
    if (this.#ended) item.dispose();
    else this.#owned.push(item);
    return item;
  }

  dispose(): void {
    this.#ended = true;
    for (const item of this.#owned.splice(0).reverse()) item.dispose();
  }
}
