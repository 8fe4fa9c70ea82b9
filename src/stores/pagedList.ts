import type { Disposable } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';

/** One page as a list needs it. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Number of items in the whole list, where the service tells it. */
  readonly total: number | undefined;
  /** What asks for the next page, absent on the last one. */
  readonly next: string | undefined;
  /** Set when only a part of the page could be read. */
  readonly problem?: Error | undefined;
}

/** Reads one page: the first without a mark, each later one with the mark of the page before. */
export type ReadPage<T> = (next: string | undefined, signal: AbortSignal) => Promise<Page<T>>;

/**
 * State of a list. What was read before stays in `items` while new data is on its way or failed; a failure
 * keeps the reason beside it.
 */
export type ListState<T> =
  | { readonly kind: 'idle'; readonly items: readonly T[] }
  | { readonly kind: 'loading'; readonly items: readonly T[] }
  | {
      readonly kind: 'ready';
      readonly items: readonly T[];
      readonly total: number | undefined;
      readonly next: string | undefined;
      readonly problem: Error | undefined;
    }
  | { readonly kind: 'failed'; readonly items: readonly T[]; readonly error: Error };

/** A list read page by page; the newest request wins and the ones before it are aborted. */
export class PagedList<T> implements Disposable {
  readonly #changed = new Emitter<ListState<T>>();
  readonly #read: ReadPage<T>;
  #state: ListState<T> = { kind: 'idle', items: [] };
  #running: AbortController | undefined;
  #attempt: () => Promise<void> = () => this.refresh();
  #arriving: Promise<void> | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(read: ReadPage<T>) {
    this.#read = read;
  }

  get state(): ListState<T> {
    return this.#state;
  }

  /** Reads the first page anew; the items shown stay until it has arrived. */
  async refresh(): Promise<void> {
    await this.#load(undefined, []);
  }

  /** Reads the first page unless that was done; waits for it where it is on its way and nothing is shown. */
  async ensure(): Promise<void> {
    if (this.#state.kind === 'idle') await this.refresh();
    else if (this.#state.kind === 'loading' && this.#state.items.length === 0) await this.#arriving;
  }

  /** Appends the next page, if there is one. */
  async more(): Promise<void> {
    if (this.#state.kind === 'ready' && this.#state.next !== undefined) {
      await this.#load(this.#state.next, this.#state.items);
    }
  }

  /** Does what failed once more: the first page or the next one. */
  async retry(): Promise<void> {
    await this.#attempt();
  }

  /** Forgets everything, as for another connection or another search. */
  reset(): void {
    this.#running?.abort();
    this.#become({ kind: 'idle', items: [] });
  }

  dispose(): void {
    this.#running?.abort();
    this.#changed.dispose();
  }

  #load(next: string | undefined, before: readonly T[]): Promise<void> {
    this.#attempt = () => this.#load(next, before);
    const arriving = this.#readInto(next, before);
    this.#arriving = arriving;
    return arriving;
  }

  async #readInto(next: string | undefined, before: readonly T[]): Promise<void> {
    this.#running?.abort();
    const own = new AbortController();
    this.#running = own;
    const shown = this.#state.items;
    this.#become({ kind: 'loading', items: shown });
    try {
      const page = await this.#read(next, own.signal);
      if (own.signal.aborted) return;
      const items = before.length === 0 ? page.items : [...before, ...page.items];
      this.#become({ kind: 'ready', items, total: page.total, next: page.next, problem: page.problem });
    } catch (cause) {
      if (own.signal.aborted) return;
      const error = cause instanceof Error ? cause : new Error(String(cause));
      this.#become({ kind: 'failed', items: shown, error });
    }
  }

  #become(state: ListState<T>): void {
    this.#state = state;
    this.#changed.fire(state);
  }
}
