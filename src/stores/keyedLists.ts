import type { Client } from '../client/client.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { gotNoAnswer } from './gotNoAnswer.ts';
import { isNotOffered } from './notOffered.ts';
import { type Page, PagedList, waitsUntil } from './pagedList.ts';
import { Poller, type Polled } from './poller.ts';
import type { Session } from './session.ts';

/** Reads one page of what belongs to a record, such as the steps of a flow. */
export type ReadBelow<T> = (
  client: Client,
  key: string,
  next: string | undefined,
  signal: AbortSignal,
) => Promise<Page<T>>;

/**
 * The lists below the records of another list, each read when it is first looked at, and again every `pollMs`
 * milliseconds while a view watches and asks for it.
 */
export class KeyedLists<T> implements Disposable {
  readonly #session: Session;
  readonly #read: ReadBelow<T>;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new Emitter<void>());
  readonly #poller: Poller;
  readonly #lists = new Map<string, PagedList<T>>();
  /** The records whose lists were asked for since the last poll; those of the others are not shown any more. */
  readonly #asked = new Set<string>();

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

  // What failed without an answer is read again once others are answered.
  #recover(): void {
    for (const list of this.#lists.values()) void list.recover();
  }

  /** The list below the record of this id, not read yet the first time. */
  of(key: string): PagedList<T> {
    this.#asked.add(key);
    const known = this.#lists.get(key);
    if (known) return known;
    const list = new PagedList<T>(async (next, signal) =>
      this.#read(await this.#session.clientOf(this.#session.require()), key, next, signal),
    );
    list.onDidChange(() => this.#changed.fire());
    this.#lists.set(key, list);
    return list;
  }

  /** Has who looks below one record next, or below any of them, read that anew; what is shown stays until then. */
  expire(key?: string): void {
    const expired = key === undefined ? [...this.#lists.values()] : [this.#lists.get(key)];
    for (const list of expired) list?.expire();
    this.#changed.fire();
  }

  /** Forgets what was read, as for another connection or another filter. */
  forget(): void {
    for (const list of this.#lists.values()) list.dispose();
    this.#lists.clear();
    this.#changed.fire();
  }

  /** Starts or stops reading again and again what is asked for after each change. */
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

  // Polling never opens a connection, and a list that the service does not have is not asked for again.
  async #poll(): Promise<Polled> {
    if (this.#session.state.kind !== 'open') return undefined;
    const keys = [...this.#asked];
    this.#asked.clear();
    let failed: Polled;
    for (const key of keys) {
      // A service that asks to wait, or cannot be reached, is not asked for the next one.
      if (failed && (failed.retryAfterMs !== undefined || gotNoAnswer(failed))) break;
      const list = this.#lists.get(key);
      if (!list || (list.state.kind === 'failed' && isNotOffered(list.state.error))) continue;
      await list.update(true);
      if (list.state.kind === 'failed') failed ??= list.state.error;
    }
    return failed;
  }
}
