import type { Failure } from './failure.ts';

/** The time that a call may take with all its attempts. Its signal ends with it, and with the caller's. */
export class Deadline {
  readonly #control = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  #passed: Failure | undefined;

  constructor(ms: number, caller: AbortSignal | undefined) {
    this.#caller = caller;
    this.#timer = setTimeout(() => this.#end({ kind: 'timeout', ms }), ms);
    if (caller?.aborted) this.#cancel();
    else caller?.addEventListener('abort', this.#cancel, { once: true });
  }

  get signal(): AbortSignal {
    return this.#control.signal;
  }

  /** Why the call has to end: its time is up, or its caller cancelled it. */
  get failure(): Failure | undefined {
    return this.#passed;
  }

  /** Stops watching, since the call is over. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#cancel);
  }

  readonly #cancel = (): void => this.#end({ kind: 'cancelled' });

  #end(failure: Failure): void {
    this.#passed ??= failure;
    this.#control.abort();
  }
}
