import type { Client } from '../client/client.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { type Page, PagedList } from './pagedList.ts';
import type { Session } from './session.ts';

/** Reads one page of what belongs to a record, such as the steps of a flow. */
export type ReadBelow<T> = (
  client: Client,
  key: string,
  next: string | undefined,
  signal: AbortSignal,
) => Promise<Page<T>>;

/** The lists below the records of another list, each read when it is first looked at. */
export class KeyedLists<T> implements Disposable {
  readonly #session: Session;
  readonly #read: ReadBelow<T>;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new Emitter<void>());
  readonly #lists = new Map<string, PagedList<T>>();

  readonly onDidChange = this.#changed.event;

  constructor(session: Session, read: ReadBelow<T>) {
    this.#session = session;
    this.#read = read;
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
    const known = this.#lists.get(key);
    if (known) return known;
    const list = new PagedList<T>(async (next, signal) =>
      this.#read(await this.#session.client(), key, next, signal),
    );
    list.onDidChange(() => this.#changed.fire());
    this.#lists.set(key, list);
    return list;
  }

  /** Forgets what was read below one record, or below all of them. */
  forget(key?: string): void {
    for (const [id, list] of this.#lists) {
      if (key !== undefined && id !== key) continue;
      list.dispose();
      this.#lists.delete(id);
    }
    this.#changed.fire();
  }

  dispose(): void {
    for (const list of this.#lists.values()) list.dispose();
    this.#owned.dispose();
  }
}
