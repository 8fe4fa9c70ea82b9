import type { Client } from '../client/client.ts';
import { Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { isNotOffered } from './notOffered.ts';
import { type ListState, type Page, PagedList, waitsUntil } from './pagedList.ts';
import { Poller, type Polled } from './poller.ts';
import type { Connection } from './connection.ts';
import { dropsRecords, type Session } from './session.ts';

/** A request for one page of a list. */
export interface PageRequest<F> {
  readonly client: Client;
  readonly connectionId: string;
  readonly filter: F;
  /** The number or cursor of the page; undefined for the first. */
  readonly next: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * One list of the active connection, filtered by the service and read page by page. It is cleared when the connection
 * changes and read again every `pollMs` milliseconds while watched.
 */
export class ListStore<T extends { readonly id: string }, F> extends Disposables {
  readonly #session: Session;
  readonly #read: (request: PageRequest<F>) => Promise<Page<T>>;
  readonly #unfiltered: F;
  readonly #list: PagedList<T>;
  readonly #poller: Poller;
  readonly #changed = this.add(new Emitter<void>());
  #filter: F;

  readonly onDidChange = this.#changed.event;

  constructor(
    session: Session,
    unfiltered: F,
    pollMs: number,
    read: (request: PageRequest<F>) => Promise<Page<T>>,
  ) {
    super();
    this.#session = session;
    this.#read = read;
    this.#unfiltered = unfiltered;
    this.#filter = unfiltered;
    this.#list = this.add(
      new PagedList<T>(async (next, signal) => {
        const connection = session.require();
        const client = await session.clientOf(connection);
        return read({ client, connectionId: connection.id, filter: this.#filter, next, signal });
      }),
    );
    this.#poller = this.add(
      new Poller(
        () => this.#poll(),
        pollMs,
        () => waitsUntil(this.state),
      ),
    );
    this.add(this.#list.onDidChange(() => this.#changed.fire()));
    this.add(session.onReachable(() => void this.#list.recover()));
    this.add(
      session.onDidChange(state => {
        if (dropsRecords(state)) this.#list.reset();
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
   * Yields all unfiltered records of a connection page by page, each once, for pickers: first the items shown if that
   * connection is active, then further pages, which are not added to the list. Throws if a page cannot be read.
   */
  async *all(connection: Connection = this.#session.require()): AsyncGenerator<readonly T[]> {
    let next: string | undefined;
    const ids = new Set<string>();
    // The pages of the whole list also have the items of a filtered one.
    const takeNew = (items: readonly T[]): readonly T[] =>
      items.filter(({ id }) => !ids.has(id) && ids.add(id));
    if (this.#session.isActive(connection)) await this.ensure();
    if (this.#session.isActive(connection)) {
      const { state } = this;
      yield takeNew(state.items);
      if (state.kind === 'failed' && this.notOffered) throw state.error;
      const isShown = this.#filter === this.#unfiltered && 'next' in state;
      next = isShown ? state.next : undefined;
      if (isShown && next === undefined) return;
    }
    const client = await this.#session.clientOf(connection);
    const controller = new AbortController();
    const request = {
      client,
      connectionId: connection.id,
      filter: this.#unfiltered,
      signal: controller.signal,
    };
    try {
      do {
        const page: Page<T> = await this.#read({ ...request, next });
        yield takeNew(page.items);
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
  watch(isWatched: boolean): void {
    this.#poller.watch(isWatched);
  }

  // Polling never opens a connection and skips lists that the service does not offer.
  async #poll(): Promise<Polled> {
    if (this.#session.state.kind !== 'open' || this.notOffered) return undefined;
    await this.#list.update(true);
    return this.state.kind === 'failed' ? this.state.error : undefined;
  }
}
