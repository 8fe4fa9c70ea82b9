import type { Failure } from './failure.ts';

/** The time limit of a call across all attempts. Its signal aborts when time is up or the caller's signal aborts. */
export class Deadline {
  readonly #control = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  #failure: Failure | undefined;

  constructor(ms: number, caller: AbortSignal | undefined) {
    this.#caller = caller;
    this.#timer = setTimeout(() => this.#abort({ kind: 'timeout', ms }), ms);
    if (caller?.aborted) this.#cancel();
    else caller?.addEventListener('abort', this.#cancel, { once: true });
  }

  get signal(): AbortSignal {
    return this.#control.signal;
  }

  /** The reason why the call must end: time is up, or the caller canceled it. */
  get failure(): Failure | undefined {
    return this.#failure;
  }

  /** Stops the timer and the listener once the call is over. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#cancel);
  }

  readonly #cancel = (): void => this.#abort({ kind: 'cancelled' });

  #abort(failure: Failure): void {
    this.#failure ??= failure;
    this.#control.abort();
  }
}
