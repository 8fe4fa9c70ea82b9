/** Runs work with the same key one after another, in the order of the calls. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** Runs work after all earlier work with this key has ended, also if that failed. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const turn = (before ?? Promise.resolve()).then(work);
    const ended = turn.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(key, ended);
    try {
      return await turn;
    } finally {
      if (this.#last.get(key) === ended) this.#last.delete(key);
    }
  }
}
