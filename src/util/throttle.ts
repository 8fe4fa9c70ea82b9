import type { Disposable } from './disposables.ts';

/** Runs an action once for all calls of `schedule` within a delay, in milliseconds, that starts with the first of them. */
export class Throttle implements Disposable {
  readonly #action: () => void;
  readonly #ms: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(action: () => void, ms: number) {
    this.#action = action;
    this.#ms = ms;
  }

  schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#action();
    }, this.#ms);
  }

  /** Cancels a pending run. */
  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
