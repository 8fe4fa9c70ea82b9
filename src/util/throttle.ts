import type { Disposable } from './disposables.ts';

/** Runs an action once for all calls to `ask` within a delay, in milliseconds, that starts with the first of them. */
export class Throttle implements Disposable {
  readonly #act: () => void;
  readonly #ms: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(act: () => void, ms: number) {
    this.#act = act;
    this.#ms = ms;
  }

  schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#act();
    }, this.#ms);
  }

  /** Cancels a pending run. */
  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
