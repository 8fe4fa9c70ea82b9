/** A resource that must be released once. */
export interface Disposable {
  dispose(): unknown;
}

/** Takes ownership of an item, which is disposed with the owner, and returns it. */
export type Own = <T extends Disposable>(item: T) => T;

/** Owns disposables and disposes them in reverse order; an item added after disposal is disposed immediately. */
export class Disposables implements Disposable {
  readonly #owned: Disposable[] = [];
  #ended = false;

  /** Takes ownership of an item and returns it. */
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
