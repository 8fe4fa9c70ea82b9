import type { Client } from '../client/client.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { gotNoAnswer } from './gotNoAnswer.ts';
import { isNotOffered } from './notOffered.ts';
import { type Page, PagedList, waitsUntil } from './pagedList.ts';
import { Poller, type Polled } from './poller.ts';
import type { Session } from './session.ts';

/** Reads one page of the records that belong to another record, such as the steps of a flow. */
export type ReadBelow<T> = (
  client: Client,
  key: string,
  next: string | undefined,
  signal: AbortSignal,
) => Promise<Page<T>>;

/**
 * Lists that belong to the records of another list, each read on first access. While watched, lists in use are read
 * again every `pollMs` milliseconds.
 */
export class KeyedLists<T> implements Disposable {
  readonly #session: Session;
  readonly #read: ReadBelow<T>;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new Emitter<void>());
  readonly #poller: Poller;
  readonly #lists = new Map<string, PagedList<T>>();
  /** IDs of the lists accessed since the last poll; the other lists are no longer shown. */
  readonly #accessed = new Set<string>();

  readonly onDidChange = this.#changed.event;

  constructor(session: Session, read: ReadBelow<T>, pollMs: number) {
    this.#session = session;
    this.#read = read;
    this.#poller = this.#owned.add(
      new Poller(
        () => this.#poll(),
        pollMs,
        () => this.#waitsUntil(),
      ),
    );
    this.#owned.add(session.onReachable(() => this.#recover()));
    this.#owned.add(
      session.onDidChange(({ kind }) => {
        if (kind === 'none' || kind === 'closed' || kind === 'signedOut') this.forget();
      }),
    );
  }

  // A read that got no response is repeated once other requests succeed.
  #recover(): void {
    for (const list of this.#lists.values()) void list.recover();
  }

  /** Returns the list of the record with this ID, creating it unread on first access. */
  of(key: string): PagedList<T> {
    this.#accessed.add(key);
    const known = this.#lists.get(key);
    if (known) return known;
    const list = new PagedList<T>(async (next, signal) =>
      this.#read(await this.#session.clientOf(this.#session.require()), key, next, signal),
    );
    list.onDidChange(() => this.#changed.fire());
    this.#lists.set(key, list);
    return list;
  }

  /** Marks the list of one record, or all lists, to be read again on next access; the old items stay until then. */
  expire(key?: string): void {
    const expired = key === undefined ? [...this.#lists.values()] : [this.#lists.get(key)];
    for (const list of expired) list?.expire();
    this.#changed.fire();
  }

  /** Discards all lists, for example after a change of connection or filter. */
  forget(): void {
    for (const list of this.#lists.values()) list.dispose();
    this.#lists.clear();
    this.#changed.fire();
  }

  /** Starts or stops polling the lists that are accessed after each change. */
  watch(wanted: boolean): void {
    this.#poller.watch(wanted);
  }

  dispose(): void {
    for (const list of this.#lists.values()) list.dispose();
    this.#owned.dispose();
  }

  #waitsUntil(): number {
    return Math.max(0, ...[...this.#lists.values()].map(({ state }) => waitsUntil(state)));
  }

  // Polling never opens a connection and skips lists that the service does not offer.
  async #poll(): Promise<Polled> {
    if (this.#session.state.kind !== 'open') return undefined;
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
}
