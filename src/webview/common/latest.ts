/** Runs one piece of work at a time. Of those requested meanwhile, only the newest runs afterward. */
export class Latest {
  #isRunning = false;
  #next: (() => Promise<void>) | undefined;

  run(work: () => Promise<void>): void {
    this.#next = work;
    if (!this.#isRunning) void this.#drain();
  }

  async #drain(): Promise<void> {
    this.#isRunning = true;
    try {
      while (this.#next) {
        const work = this.#next;
        this.#next = undefined;
        await work();
      }
    } finally {
      this.#isRunning = false;
      // What was requested while another piece of work failed.
      if (this.#next) void this.#drain();
    }
  }
}
