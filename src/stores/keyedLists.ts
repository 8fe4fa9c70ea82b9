import { Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { gotNoAnswer } from '../client/failure.ts';
import type { PageRequest } from './listStore.ts';
import { isNotOffered } from './notOffered.ts';
import { type ListState, type Page, PagedList, waitsUntil } from './pagedList.ts';
import { Poller, type Polled } from './poller.ts';
import { dropsRecords, type Session } from './session.ts';

/** A request for one page of the records that belong to `key`, such as the steps of a flow. */
type KeyedPageRequest<F> = Omit<PageRequest<F>, 'connectionId'> & { readonly key: string };

/**
 * Lists that belong to the records of another list, each read on first access, with one filter for all. While watched,
 * lists in use are read again every `pollMs` milliseconds.
 */
export class KeyedLists<T, F = undefined> extends Disposables {
  protected readonly session: Session;
  readonly #read: (request: KeyedPageRequest<F>) => Promise<Page<T>>;
  readonly #changed = this.add(new Emitter<void>());
  readonly #poller: Poller;
  readonly #lists = new Map<string, PagedList<T>>();
  /** Keys of the lists accessed since the last poll; the other lists are no longer shown. */
  readonly #accessed = new Set<string>();
  #filter: F;

  readonly onDidChange = this.#changed.event;

  constructor(
    session: Session,
    unfiltered: F,
    pollMs: number,
    read: (request: KeyedPageRequest<F>) => Promise<Page<T>>,
  ) {
    super();
    this.session = session;
    this.#filter = unfiltered;
    this.#read = read;
    this.#poller = this.add(
      new Poller(
        () => this.poll(),
        pollMs,
        () => Math.max(0, ...this.lists.map(({ state }) => waitsUntil(state))),
      ),
    );
    this.add(session.onReachable(() => void this.recover()));
    this.add(
      session.onDidChange(state => {
        if (!session.isActive) this.watch(false);
        if (dropsRecords(state)) this.forget();
      }),
    );
  }

  get filter(): F {
    return this.#filter;
  }

  /** The lists accessed so far, with their keys. */
  get entries(): readonly (readonly [key: string, list: PagedList<T>])[] {
    return [...this.#lists];
  }

  /** The lists accessed so far. */
  protected get lists(): readonly PagedList<T>[] {
    return [...this.#lists.values()];
  }

  /** Returns the state of a list that has to wait by `Retry-After`, if there is one. */
  waiting(now: number): ListState<T> | undefined {
    return this.lists.map(({ state }) => state).find(state => waitsUntil(state) > now);
  }

  /** Returns the list of the record with this ID, creating it unread on first access. */
  of(key: string): PagedList<T> {
    this.#accessed.add(key);
    const known = this.#lists.get(key);
    if (known) return known;
    const list = new PagedList<T>(async (next, signal) =>
      this.#read({
        client: await this.session.client(),
        key,
        filter: this.#filter,
        next,
        signal,
      }),
    );
    list.onDidChange(() => this.#changed.fire());
    this.#lists.set(key, list);
    return list;
  }

  /** Marks the list of one record, or all lists, to be read again on next access; the old items stay until then. */
  expire(key?: string): void {
    const expired = key === undefined ? this.lists : [this.#lists.get(key)];
    for (const list of expired) list?.expire();
    this.#changed.fire();
  }

  /** Applies another filter and discards the lists. */
  show(filter: F): void {
    this.#filter = filter;
    this.#discard();
  }

  /** Discards all lists, for example after a change of connection. */
  forget(): void {
    this.#discard();
  }

  /** Starts or stops polling. */
  watch(isWatched: boolean): void {
    this.#poller.watch(isWatched);
  }

  override dispose(): void {
    for (const list of this.lists) list.dispose();
    super.dispose();
  }

  /** Repeats the reads that got no response. */
  protected async recover(): Promise<void> {
    await Promise.all(this.lists.map(list => list.recover()));
  }

  /** Reads the lists accessed since the last poll again. Never opens a connection; skips lists not offered. */
  protected async poll(): Promise<Polled> {
    if (this.session.state.kind !== 'open') return undefined;
    const keys = [...this.#accessed];
    this.#accessed.clear();
    let failed: Polled;
    for (const key of keys) {
      // A `Retry-After` or an unreachable service ends this round of polling.
      if (failed && (failed.retryAfterMs !== undefined || gotNoAnswer(failed))) break;
      const list = this.#lists.get(key);
      if (!list || (list.state.kind === 'failed' && isNotOffered(list.state.error))) continue;
      await list.update(true);
      if (list.state.kind === 'failed') failed ??= list.state.error;
    }
    return failed;
  }

  #discard(): void {
    for (const list of this.lists) list.dispose();
    this.#lists.clear();
    this.#changed.fire();
  }
}
