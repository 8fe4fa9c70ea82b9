// The real clock, since tests that advance the clock of the extension do not advance that of VS Code.
import timers from 'node:timers';
import type { Disposable } from '../util/disposables.ts';

/** Time in milliseconds that VS Code has to read a visible tree after a request. */
const REPEAT_MS = 1000;

/**
 * Requests that VS Code read a tree again, and repeats the request until it does. VS Code ignores a request that arrives
 * together with the rows of the previous read, and draws those rows again.
 */
export class Refresher implements Disposable {
  readonly #request: () => void;
  readonly #isVisible: () => boolean;
  #isUnread = false;
  #reads = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(request: () => void, isVisible: () => boolean) {
    this.#request = request;
    this.#isVisible = isVisible;
  }

  refresh(): void {
    this.#isUnread = true;
    this.#request();
    this.#repeatLater();
  }

  /** Runs a read that VS Code started. */
  async read<T>(run: () => Promise<T>): Promise<T> {
    this.#isUnread = false;
    this.#reads++;
    try {
      return await run();
    } finally {
      this.#reads--;
    }
  }

  /** Must be called when the tree becomes visible, since VS Code does not read a hidden one. */
  resume(): void {
    if (this.#isUnread) this.#repeatLater();
  }

  dispose(): void {
    timers.clearTimeout(this.#timer);
  }

  #repeatLater(): void {
    timers.clearTimeout(this.#timer);
    this.#timer = timers.setTimeout(() => this.#repeat(), REPEAT_MS);
  }

  #repeat(): void {
    if (!this.#isUnread || !this.#isVisible()) return;
    // VS Code handles the request after the read in progress.
    if (this.#reads === 0) this.#request();
    this.#repeatLater();
  }
}
