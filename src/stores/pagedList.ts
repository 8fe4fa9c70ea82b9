import { ApiError, gotNoAnswer } from '../client/failure.ts';
import type { Disposable } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { toError } from '../util/errors.ts';

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Number of items in the whole list, if the service reports it. */
  readonly total: number | undefined;
  /** Cursor or number of the next page; undefined on the last page. */
  readonly next: string | undefined;
  /** The error if only a part of the page could be read. */
  readonly problem?: Error | undefined;
  /** True if the service does not offer the list and the items come from elsewhere. */
  readonly unlisted?: boolean | undefined;
}

/** Reads one page: the first without `next`, each later one with the `next` of the page before. */
export type ReadPage<T> = (next: string | undefined, signal: AbortSignal) => Promise<Page<T>>;

interface LoadedList<T> {
  readonly items: readonly T[];
  readonly total: number | undefined;
  readonly next: string | undefined;
  readonly problem: Error | undefined;
  readonly unlisted: boolean;
  /** Time of the read, in milliseconds since 1970. */
  readonly readAt: number;
}

/**
 * The state of a list. `items` keeps the items already read while another page loads, during a refresh and after a
 * failure.
 */
export type ListState<T> =
  | { readonly kind: 'idle'; readonly items: readonly T[] }
  | { readonly kind: 'loading'; readonly items: readonly T[] }
  | ({ readonly kind: 'refreshing' } & LoadedList<T>)
  | ({ readonly kind: 'ready' } & LoadedList<T>)
  | {
      readonly kind: 'failed';
      readonly items: readonly T[];
      readonly error: Error;
      /** Time of the last successful read, in milliseconds since 1970; undefined if there was none. */
      readonly readAt: number | undefined;
      /** Time of the failure, in milliseconds since 1970; `Retry-After` counts from it. */
      readonly failedAt: number;
    };

/**
 * Returns the time until which a failed list must wait by `Retry-After`, in milliseconds since 1970; 0 if there is
 * none.
 */
export function waitsUntil(state: ListState<unknown>): number {
  if (state.kind !== 'failed' || !(state.error instanceof ApiError)) return 0;
  const { retryAfterMs } = state.error;
  return retryAfterMs === undefined ? 0 : state.failedAt + retryAfterMs;
}

/** A list read page by page. A new request aborts the one in progress, whose callers then wait for the new one. */
export class PagedList<T> implements Disposable {
  readonly #changed = new Emitter<ListState<T>>();
  readonly #read: ReadPage<T>;
  #state: ListState<T> = { kind: 'idle', items: [] };
  #running: AbortController | undefined;
  #attempt: (quiet: boolean) => Promise<void> = quiet => this.#load(undefined, [], 1, quiet);
  #arriving: Promise<void> | undefined;
  /** True while the current read is a background read that no user requested. */
  #quiet = false;
  /** The read after the current one, shared by all callers that requested it in the meantime. */
  #following: Promise<void> | undefined;
  #known: LoadedList<T> | undefined;
  #pages = 0;
  /** True if the next `ensure` must read the list again. */
  #expired = false;

  readonly onDidChange = this.#changed.event;

  constructor(read: ReadPage<T>) {
    this.#read = read;
  }

  get state(): ListState<T> {
    return this.#state;
  }

  /** Reads the first page again; the items shown stay until it has arrived. */
  async refresh(): Promise<void> {
    await this.#load(undefined, [], 1, false);
  }

  /**
   * Reads the shown pages again. If `quiet`, no event is fired until the result arrives, and a read in progress is
   * awaited instead of starting another.
   */
  async update(quiet = false): Promise<void> {
    if (!this.#running) await this.#reload(quiet);
    else if (quiet) await this.#waitForRead();
    else if (this.#quiet) await this.#reload(false);
    else await (this.#following ??= this.#follow());
  }

  /** Makes the next `ensure` read the shown pages again; the items stay until these have arrived. */
  expire(): void {
    this.#expired = true;
  }

  /**
   * Reads the first page if that has not been done, or the shown pages if they have expired. Waits for a read in
   * progress if no items are shown.
   */
  async ensure(): Promise<void> {
    const isExpired = this.#expired;
    this.#expired = false;
    if (this.#state.kind === 'idle') await this.refresh();
    else if (isExpired) await this.update();
    else if (this.#state.kind === 'loading' && this.#state.items.length === 0) await this.#waitForRead();
  }

  /** Appends the next page, if any. */
  async more(): Promise<void> {
    if (this.#state.kind === 'ready' && this.#state.next !== undefined) {
      await this.#load(this.#state.next, this.#state.items, 1, false);
    }
  }

  /** Repeats the last read: the first pages or the next page. */
  async retry(): Promise<void> {
    await this.#attempt(false);
  }

  /** Repeats a read that got no response, without an event before the result; ignores other failures. */
  async recover(): Promise<void> {
    if (this.#state.kind === 'failed' && gotNoAnswer(this.#state.error)) await this.#attempt(true);
  }

  /** Discards everything, for example after a change of connection or search. */
  reset(): void {
    this.#running?.abort();
    this.#running = undefined;
    this.#known = undefined;
    this.#pages = 0;
    if (this.#state.kind !== 'idle') this.#setState({ kind: 'idle', items: [] });
  }

  dispose(): void {
    this.#running?.abort();
    this.#changed.dispose();
  }

  async #reload(quiet: boolean): Promise<void> {
    if (this.#state.kind !== 'idle') await this.#load(undefined, [], Math.max(1, this.#pages), quiet);
  }

  // The response in progress may predate the change that the caller wants to see.
  async #follow(): Promise<void> {
    await this.#waitForRead();
    this.#following = undefined;
    await this.#reload(false);
  }

  async #load(next: string | undefined, before: readonly T[], count: number, quiet: boolean): Promise<void> {
    this.#attempt = quietly => this.#load(next, before, count, quietly);
    this.#arriving = this.#readInto(next, before, count, quiet);
    await this.#waitForRead();
  }

  // If a read is replaced by another, its callers wait for the replacement.
  async #waitForRead(): Promise<void> {
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
    const controller = new AbortController();
    this.#running = controller;
    this.#quiet = quiet;
    const shown = this.#state.items;
    const isReload = next === undefined && this.#known !== undefined;
    if (!quiet) {
      this.#setState(
        isReload && this.#known ? { ...this.#known, kind: 'refreshing' } : { kind: 'loading', items: shown },
      );
    }
    try {
      const { items, ...page } = await this.#readPages(next, count, controller.signal);
      if (controller.signal.aborted) return;
      this.#running = undefined;
      this.#pages = next === undefined ? count : this.#pages + 1;
      const allItems = before.length === 0 ? items : [...before, ...items];
      this.#known = {
        problem: undefined,
        ...page,
        unlisted: page.unlisted === true,
        items: allItems,
        readAt: Date.now(),
      };
      this.#setState({ ...this.#known, kind: 'ready' });
    } catch (cause) {
      if (controller.signal.aborted) return;
      this.#running = undefined;
      const error = toError(cause);
      this.#setState({
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

  #setState(state: ListState<T>): void {
    this.#state = state;
    this.#changed.fire(state);
  }
}
