import type { Client } from '../client/client.ts';
import type { Disposable } from '../util/disposables.ts';
import { Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { isNotOffered } from './notOffered.ts';
import { type ListState, type Page, PagedList, waitsUntil } from './pagedList.ts';
import { Poller, type Polled } from './poller.ts';
import type { Connection } from './connection.ts';
import type { Session } from './session.ts';

/** Reads one page of a filtered list; without `next`, the first one. */
export type ReadFiltered<T, F> = (
  client: Client,
  filter: F,
  next: string | undefined,
  signal: AbortSignal,
  connectionId: string,
) => Promise<Page<T>>;

/**
 * One list of the active connection, filtered by the service and read page by page. It is cleared when the connection
 * changes and read again every `pollMs` milliseconds while watched.
 */
export class ListStore<T extends { readonly id: string }, F> implements Disposable {
  readonly #session: Session;
  readonly #read: ReadFiltered<T, F>;
  readonly #unfiltered: F;
  readonly #list: PagedList<T>;
  readonly #poller: Poller;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new Emitter<void>());
  #filter: F;

  readonly onDidChange = this.#changed.event;

  constructor(session: Session, filter: F, read: ReadFiltered<T, F>, pollMs: number) {
    this.#session = session;
    this.#read = read;
    this.#unfiltered = filter;
    this.#filter = filter;
    this.#list = this.#owned.add(
      new PagedList<T>(async (next, signal) => {
        const connection = session.require();
        return read(await session.clientOf(connection), this.#filter, next, signal, connection.id);
      }),
    );
    this.#poller = this.#owned.add(
      new Poller(
        () => this.#poll(),
        pollMs,
        () => waitsUntil(this.state),
      ),
    );
    this.#owned.add(this.#list.onDidChange(() => this.#changed.fire()));
    this.#owned.add(session.onReachable(() => void this.#list.recover()));
    this.#owned.add(
      session.onDidChange(({ kind }) => {
        if (kind === 'none' || kind === 'closed' || kind === 'signedOut') this.#list.reset();
      }),
    );
  }

  get state(): ListState<T> {
    return this.#list.state;
  }

  get filter(): F {
    return this.#filter;
  }

  /** True if the service does not offer this list (404, 405 or 501). */
  get notOffered(): boolean {
    const { state } = this;
    return state.kind === 'failed' ? isNotOffered(state.error) : 'unlisted' in state && state.unlisted;
  }

  /** Returns the record with this ID if it has been read. */
  byId(id: string): T | undefined {
    return this.state.items.find(item => item.id === id);
  }

  /** Reads the first page if that has not been done yet. */
  async ensure(): Promise<void> {
    await this.#list.ensure();
  }

  /**
   * Yields all unfiltered records of a connection page by page, for pickers: first the items shown if that connection
   * is active, then further pages, which are not added to the list. Throws if a page cannot be read.
   */
  async *all(connection: Connection = this.#session.require()): AsyncGenerator<readonly T[]> {
    let next: string | undefined;
    if (this.#session.isActive(connection)) await this.ensure();
    if (this.#session.isActive(connection)) {
      const { state } = this;
      yield state.items;
      if (state.kind === 'failed' && this.notOffered) throw state.error;
      const isShown = this.#filter === this.#unfiltered && 'next' in state;
      next = isShown ? state.next : undefined;
      if (isShown && next === undefined) return;
    }
    const client = await this.#session.clientOf(connection);
    const controller = new AbortController();
    try {
      do {
        const page = await this.#read(client, this.#unfiltered, next, controller.signal, connection.id);
        yield page.items;
        next = page.next;
      } while (next !== undefined);
    } finally {
      controller.abort();
    }
  }

  /** Reads the shown pages again. */
  async refresh(): Promise<void> {
    await (this.state.kind === 'idle' ? this.#list.refresh() : this.#list.update());
  }

  /** Repeats the read that failed; refreshes the list if none did. */
  async retry(): Promise<void> {
    await (this.state.kind === 'failed' ? this.#list.retry() : this.refresh());
  }

  async more(): Promise<void> {
    await this.#list.more();
  }

  /** Applies another filter and reads the first page. */
  async show(filter: F): Promise<void> {
    this.#filter = filter;
    this.#list.reset();
    await this.ensure();
  }

  /** Starts or stops polling. */
  watch(wanted: boolean): void {
    this.#poller.watch(wanted);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  // Polling never opens a connection and skips lists that the service does not offer.
  async #poll(): Promise<Polled> {
    if (this.#session.state.kind !== 'open' || this.notOffered) return undefined;
    await this.#list.update(true);
    return this.state.kind === 'failed' ? this.state.error : undefined;
  }
}
