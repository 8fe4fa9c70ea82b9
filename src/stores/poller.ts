import type { Disposable } from '../util/disposables.ts';

/** Maximum pause between two polls after failures, in milliseconds. */
const MAX_PAUSE_MS = 120_000;

/** The pause that the first failure doubles, if the pauses are shorter. */
const SHORTEST_PAUSE_MS = 500;

/** The result of a poll: undefined, or an error that may contain a `Retry-After` in milliseconds. */
export type Polled = (Error & { readonly retryAfterMs?: number | undefined }) | undefined;

/**
 * Repeats a read while watched. Each failure doubles the pause up to two minutes; `Retry-After` is respected, also if
 * another request received it.
 */
export class Poller implements Disposable {
  readonly #read: () => Promise<Polled>;
  readonly #everyMs: () => number;
  readonly #earliest: () => number;
  #pauseMs: number;
  #due: number;
  #isWatched = false;
  #reading = false;
  #timer: NodeJS.Timeout | undefined;

  /** `everyMs` can change with each read; `earliest` returns the time before which nothing may be read, in milliseconds since 1970. */
  constructor(
    read: () => Promise<Polled>,
    everyMs: number | (() => number),
    earliest: () => number = () => 0,
  ) {
    this.#read = read;
    this.#everyMs = typeof everyMs === 'number' ? () => everyMs : everyMs;
    this.#earliest = earliest;
    this.#pauseMs = this.#everyMs();
    this.#due = Date.now() + this.#pauseMs;
  }

  /** Starts or stops polling; after a long pause the first read follows at once. */
  watch(isWatched: boolean): void {
    if (this.#isWatched === isWatched) return;
    this.#isWatched = isWatched;
    clearTimeout(this.#timer);
    if (isWatched && !this.#reading) this.#schedule();
  }

  dispose(): void {
    this.#isWatched = false;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    this.#timer = setTimeout(() => void this.#poll(), Math.max(0, this.#due - Date.now()));
  }

  async #poll(): Promise<void> {
    const earliest = this.#earliest();
    if (earliest > Date.now()) {
      this.#due = earliest;
      this.#schedule();
      return;
    }
    this.#reading = true;
    const error = await this.#read();
    this.#reading = false;
    const doubled = Math.min(Math.max(this.#pauseMs, SHORTEST_PAUSE_MS) * 2, MAX_PAUSE_MS);
    this.#pauseMs = error ? doubled : this.#everyMs();
    this.#due = Date.now() + Math.max(this.#pauseMs, error?.retryAfterMs ?? 0);
    if (this.#isWatched) this.#schedule();
  }
}
