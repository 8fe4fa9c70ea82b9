import { SerialQueue } from './serialQueue.ts';

/** Runs work with the same key one after another, in the order of the calls. */
export class Turns {
  readonly #queues = new Map<string, { readonly queue: SerialQueue; waiting: number }>();

  /** Runs work after all earlier work with this key has ended, also if that failed. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const used = this.#queues.get(key) ?? { queue: new SerialQueue(), waiting: 0 };
    this.#queues.set(key, used);
    used.waiting++;
    try {
      return await used.queue.run(work);
    } finally {
      used.waiting--;
      if (used.waiting === 0) this.#queues.delete(key);
    }
  }
}
