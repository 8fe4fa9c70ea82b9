/**
 * Starts the work of requests one after another, one in each turn of the event loop. Node.js accepts one connection in
 * each turn, so that a new client would otherwise wait until all others have had one answer for each client before it.
 */
export class RequestTurns {
  readonly #waiting: (() => void)[] = [];

  /** Resolves when the work can start. */
  next(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#waiting.push(() => resolve(undefined));
    if (this.#waiting.length === 1) setImmediate(() => this.#start());
    return promise;
  }

  #start(): void {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(() => this.#start());
  }
}
