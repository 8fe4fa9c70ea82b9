import { ApiError } from '../client/failure.ts';
import { gotNoAnswer } from './gotNoAnswer.ts';
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
  /** Whether the service does not have the list, and this is what is known of it from elsewhere. */
  readonly unlisted?: boolean | undefined;
}

/** Reads one page: the first without a mark, each later one with the mark of the page before. */
export type ReadPage<T> = (next: string | undefined, signal: AbortSignal) => Promise<Page<T>>;

interface Known<T> {
  readonly items: readonly T[];
  readonly total: number | undefined;
  readonly next: string | undefined;
  readonly problem: Error | undefined;
  readonly unlisted: boolean;
  /** When the items were read, in milliseconds since 1970. */
  readonly readAt: number;
}

/**
 * State of a list. What was read before stays in `items` while a next page is loading, while all of it is
 * read anew (refreshing) and after a failure, which keeps the reason beside it.
 */
export type ListState<T> =
  | { readonly kind: 'idle'; readonly items: readonly T[] }
  | { readonly kind: 'loading'; readonly items: readonly T[] }
  | ({ readonly kind: 'refreshing' } & Known<T>)
  | ({ readonly kind: 'ready' } & Known<T>)
  | {
      readonly kind: 'failed';
      readonly items: readonly T[];
      readonly error: Error;
      /** When the items were read; undefined where none ever were. */
      readonly readAt: number | undefined;
      /** When it failed, from which a wait that the service named counts. */
      readonly failedAt: number;
    };

/** Until when the service asked to wait when a list failed, in milliseconds since 1970; 0 where it named no wait. */
export function waitsUntil(state: ListState<unknown>): number {
  if (state.kind !== 'failed' || !(state.error instanceof ApiError)) return 0;
  const { retryAfterMs } = state.error;
  return retryAfterMs === undefined ? 0 : state.failedAt + retryAfterMs;
}

/** A list read page by page; the newest request wins, and whoever waits for one that was aborted waits for it. */
export class PagedList<T> implements Disposable {
  readonly #changed = new Emitter<ListState<T>>();
  readonly #read: ReadPage<T>;
  #state: ListState<T> = { kind: 'idle', items: [] };
  #running: AbortController | undefined;
  #attempt: (quiet: boolean) => Promise<void> = quiet => this.#load(undefined, [], 1, quiet);
  #arriving: Promise<void> | undefined;
  /** Whether what is on its way was asked for by nobody. */
  #quiet = false;
  /** The reading that follows the one on its way, for all who asked meanwhile. */
  #following: Promise<void> | undefined;
  #known: Known<T> | undefined;
  #pages = 0;
  /** Whether who looks next wants it read anew. */
  #expired = false;

  readonly onDidChange = this.#changed.event;

  constructor(read: ReadPage<T>) {
    this.#read = read;
  }

  get state(): ListState<T> {
    return this.#state;
  }

  /** Reads the first page anew; the items shown stay until it has arrived. */
  async refresh(): Promise<void> {
    await this.#load(undefined, [], 1, false);
  }

  /**
   * Reads the pages that are shown once more. Quietly, nothing is told before there is something better to tell, and a
   * request that is on its way is as good.
   */
  async update(quiet = false): Promise<void> {
    if (!this.#running) await this.#reload(quiet);
    else if (quiet) await this.#settled();
    else if (this.#quiet) await this.#reload(false);
    else await (this.#following ??= this.#follow());
  }

  /** Lets the next `ensure` read the pages that are shown anew; what is shown stays until they have arrived. */
  expire(): void {
    this.#expired = true;
  }

  /**
   * Reads the first page unless that was done, or anew what has expired; waits for what is on its way where nothing is
   * shown.
   */
  async ensure(): Promise<void> {
    const isExpired = this.#expired;
    this.#expired = false;
    if (this.#state.kind === 'idle') await this.refresh();
    else if (isExpired) await this.update();
    else if (this.#state.kind === 'loading' && this.#state.items.length === 0) await this.#settled();
  }

  /** Appends the next page, if there is one. */
  async more(): Promise<void> {
    if (this.#state.kind === 'ready' && this.#state.next !== undefined) {
      await this.#load(this.#state.next, this.#state.items, 1, false);
    }
  }

  /** Does what failed once more: the first page or the next one. */
  async retry(): Promise<void> {
    await this.#attempt(false);
  }

  /** Does what failed without an answer once more, quietly; anything else is left as it is. */
  async recover(): Promise<void> {
    if (this.#state.kind === 'failed' && gotNoAnswer(this.#state.error)) await this.#attempt(true);
  }

  /** Forgets everything, as for another connection or another search. */
  reset(): void {
    this.#running?.abort();
    this.#running = undefined;
    this.#known = undefined;
    this.#pages = 0;
    if (this.#state.kind !== 'idle') this.#become({ kind: 'idle', items: [] });
  }

  dispose(): void {
    this.#running?.abort();
    this.#changed.dispose();
  }

  async #reload(quiet: boolean): Promise<void> {
    if (this.#state.kind !== 'idle') await this.#load(undefined, [], Math.max(1, this.#pages), quiet);
  }

  // What is on its way may have been answered before that happened which the asker wants to see.
  async #follow(): Promise<void> {
    await this.#settled();
    this.#following = undefined;
    await this.#reload(false);
  }

  async #load(next: string | undefined, before: readonly T[], count: number, quiet: boolean): Promise<void> {
    this.#attempt = quietly => this.#load(next, before, count, quietly);
    this.#arriving = this.#readInto(next, before, count, quiet);
    await this.#settled();
  }

  // Whoever asked for what was overtaken gets what overtook it.
  async #settled(): Promise<void> {
    for (let last: Promise<void> | undefined; last !== this.#arriving;) {
      last = this.#arriving;
      await last;
    }
  }

  async #readInto(
    next: string | undefined,
    before: readonly T[],
    count: number,
    quiet: boolean,
  ): Promise<void> {
    this.#running?.abort();
    const own = new AbortController();
    this.#running = own;
    this.#quiet = quiet;
    const shown = this.#state.items;
    const anew = next === undefined && this.#known !== undefined;
    if (!quiet) {
      this.#become(
        anew && this.#known ? { ...this.#known, kind: 'refreshing' } : { kind: 'loading', items: shown },
      );
    }
    try {
      const { items, ...page } = await this.#readPages(next, count, own.signal);
      if (own.signal.aborted) return;
      this.#running = undefined;
      this.#pages = next === undefined ? count : this.#pages + 1;
      const all = before.length === 0 ? items : [...before, ...items];
      this.#known = {
        problem: undefined,
        ...page,
        unlisted: page.unlisted === true,
        items: all,
        readAt: Date.now(),
      };
      this.#become({ ...this.#known, kind: 'ready' });
    } catch (cause) {
      if (own.signal.aborted) return;
      this.#running = undefined;
      const error = cause instanceof Error ? cause : new Error(String(cause));
      this.#become({
        kind: 'failed',
        items: shown,
        error,
        readAt: this.#known?.readAt,
        failedAt: Date.now(),
      });
    }
  }

  async #readPages(next: string | undefined, count: number, signal: AbortSignal): Promise<Page<T>> {
    let page = await this.#read(next, signal);
    for (let left = count - 1; left > 0 && page.next !== undefined && !signal.aborted; left--) {
      const following = await this.#read(page.next, signal);
      const problem = page.problem ?? following.problem;
      page = { ...following, items: [...page.items, ...following.items], problem };
    }
    return page;
  }

  #become(state: ListState<T>): void {
    this.#state = state;
    this.#changed.fire(state);
  }
}
