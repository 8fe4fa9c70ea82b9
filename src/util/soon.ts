import type { Disposable } from './disposables.ts';

/** Does something once for all who ask for it within some milliseconds, which begin with the first who asks. */
export class Soon implements Disposable {
  readonly #act: () => void;
  readonly #ms: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(act: () => void, ms: number) {
    this.#act = act;
    this.#ms = ms;
  }

  ask(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#act();
    }, this.#ms);
  }

  /** Forgets what was asked for. */
  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
