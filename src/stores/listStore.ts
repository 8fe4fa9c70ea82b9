import type { Client } from '../client/client.ts';
import { Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { isNotOffered } from './notOffered.ts';
import { type ListState, type Page, PagedList, waitsUntil } from './pagedList.ts';
import { Poller, type Polled } from './poller.ts';
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
 * One list of a connection, filtered by the service and read page by page. It is cleared when the connection
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
        const client = await session.client();
        return read({ client, connectionId: session.require().id, filter: this.#filter, next, signal });
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
        if (!session.isActive) this.watch(false);
        if (!dropsRecords(state)) return;
        this.#list.reset();
        // An unread list of another connection is news too.
        this.#changed.fire();
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
   * Yields all unfiltered records page by page, each once, for pickers: first the items shown, then further pages, which
   * are not added to the list. Throws if a page cannot be read.
   */
  async *all(): AsyncGenerator<readonly T[]> {
    const { id: connectionId } = this.#session.require();
    const ids = new Set<string>();
    // The pages of the whole list also have the items of a filtered one.
    const takeNew = (items: readonly T[]): readonly T[] =>
      items.filter(({ id }) => !ids.has(id) && ids.add(id));
    await this.ensure();
    const { state } = this;
    yield takeNew(state.items);
    if (state.kind === 'failed' && this.notOffered) throw state.error;
    const isShown = this.#filter === this.#unfiltered && 'next' in state;
    let next = isShown ? state.next : undefined;
    if (isShown && next === undefined) return;
    const client = await this.#session.client();
    const controller = new AbortController();
    const request = {
      client,
      connectionId,
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

  /** Shows all records, in the order that was chosen. */
  async showAll(): Promise<void> {
    const entries = (filter: F): readonly [string, unknown][] => Object.entries(filter ?? {});
    const isOrder = ([name]: readonly [string, unknown]): boolean =>
      name === 'orderBy' || name === 'direction';
    const order = entries(this.#filter).filter(isOrder);
    const unordered = new Map(entries(this.#unfiltered));
    const isOrdered = order.some(([name, value]) => value !== unordered.get(name));
    await this.show(isOrdered ? { ...this.#unfiltered, ...Object.fromEntries(order) } : this.#unfiltered);
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
