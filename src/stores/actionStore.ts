import { ACTION_SERVICES } from '../contract/enumerations.ts';
import type { Action } from '../contract/records/action.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import type { CatalogStore } from './catalogStore.ts';
import { PagedList, type ListState } from './pagedList.ts';
import { Poller, type Polled } from './poller.ts';
import { readListPage } from './readListPage.ts';
import type { Session } from './session.ts';

/** The sort order of the action list (spec 4.6). */
export interface ActionOrder {
  readonly by: 'name' | 'createdAt' | 'updatedAt';
  readonly direction: 'asc' | 'desc';
}

/** The actions of one service read so far. */
export interface ServiceActions {
  readonly service: string;
  readonly list: ListState<Action>;
}

/** The source of service names, which it finds by reading every action. */
export type ServiceNames = Pick<CatalogStore, 'state' | 'refresh' | 'onDidChange'>;

const PAGE_SIZE = 100;
/** Actions change rarely, so only reads that got no response are repeated automatically. */
const RECOVER_MS = 15_000;

/**
 * The actions of the active connection by service, with a shared search and order. Services not in the specification
 * are added when the catalog names them.
 */
export class ActionStore implements Disposable {
  readonly #session: Session;
  readonly #catalog: ServiceNames;
  readonly #changed = new Emitter<void>();
  readonly #lists = new Map<string, PagedList<Action>>();
  readonly #owned = new Disposables();
  readonly #poller: Poller;
  /** True once the total number of actions has been compared with the sum of the lists. */
  #counted = false;
  #search = '';
  #order: ActionOrder = { by: 'name', direction: 'asc' };

  readonly onDidChange = this.#changed.event;

  constructor(session: Session, catalog: ServiceNames) {
    this.#session = session;
    this.#catalog = catalog;
    for (const service of ACTION_SERVICES) this.#lists.set(service, this.#createList(service));
    this.#poller = this.#owned.add(new Poller(() => this.#recover(), RECOVER_MS));
    this.#owned.add(session.onReachable(() => void this.#recover()));
    this.#owned.add(
      session.onDidChange(state => {
        if (state.kind === 'none' || state.kind === 'closed' || state.kind === 'signedOut') this.#forget();
      }),
    );
    this.#owned.add(catalog.onDidChange(() => void this.#followCatalog()));
  }

  get search(): string {
    return this.#search;
  }

  get order(): ActionOrder {
    return this.#order;
  }

  /** The lists read so far, in the order of the services. */
  get services(): readonly ServiceActions[] {
    return [...this.#lists].map(([service, list]) => ({ service, list: list.state }));
  }

  /** Reads the first page of each list that has not been read yet. */
  async ensure(): Promise<void> {
    await Promise.all([...this.#lists.values()].map(list => list.ensure()));
    if (!this.#counted) void this.#count();
  }

  /** Reads all lists again. */
  async refresh(): Promise<void> {
    await Promise.all([...this.#lists.values()].map(list => list.refresh()));
    void this.#count();
  }

  /** Repeats reads that failed or were incomplete; reads all lists again if there are none. */
  async retry(): Promise<void> {
    const lists = [...this.#lists.values()];
    const failed = lists.filter(({ state }) => state.kind === 'failed');
    const partial = lists.filter(({ state }) => state.kind === 'ready' && state.problem !== undefined);
    if (failed.length + partial.length === 0) await this.refresh();
    await Promise.all([...failed.map(list => list.retry()), ...partial.map(list => list.refresh())]);
  }

  /** Appends the next page to the list of a service. */
  async more(service: string): Promise<void> {
    await this.#lists.get(service)?.more();
  }

  /** Searches names and descriptions; an empty text clears the search. */
  async searchFor(text: string): Promise<void> {
    this.#search = text.trim();
    await this.#restart();
  }

  /** Sorts the actions of every service. */
  async sort(order: ActionOrder): Promise<void> {
    this.#order = order;
    await this.#restart();
  }

  /** Returns the action with this ID if it has been read. */
  byId(id: string): Action | undefined {
    for (const list of this.#lists.values()) {
      const found = list.state.items.find(action => action.id === id);
      if (found) return found;
    }
    return undefined;
  }

  /** Starts or stops repeating reads that got no response. */
  watch(wanted: boolean): void {
    this.#poller.watch(wanted);
  }

  async #recover(): Promise<Polled> {
    if (this.#session.state.kind !== 'open') return undefined;
    const lists = [...this.#lists.values()];
    await Promise.all(lists.map(list => list.recover()));
    const failed = lists.map(({ state }) => state).find(state => state.kind === 'failed');
    return failed?.error;
  }

  async #restart(): Promise<void> {
    this.#reset();
    await this.ensure();
  }

  #reset(): void {
    this.#counted = false;
    for (const list of this.#lists.values()) list.reset();
  }

  #forget(): void {
    for (const [service, list] of this.#lists) {
      if (isSpecified(service)) continue;
      list.dispose();
      this.#lists.delete(service);
    }
    this.#reset();
  }

  // A total greater than the sum of the known services reveals a service that is not known yet.
  async #count(): Promise<void> {
    let known = 0;
    for (const { state } of this.#lists.values()) {
      if (state.kind !== 'ready' || state.total === undefined) return;
      known += state.total;
    }
    this.#counted = true;
    const { readAt, kept } = this.#catalog.state;
    // A catalog read completely from this connection has already named every service.
    if (readAt && !kept) return;
    try {
      const client = await this.#session.client();
      const query = { pageSize: 1, ...this.#searchQuery };
      const { total } = (await client.listActions({ query })).value.pagination;
      if (total > known) await this.#catalog.refresh();
    } catch {
      // The lists report failures; the next refresh counts again.
    }
  }

  async #followCatalog(): Promise<void> {
    const newServices = this.#catalog.state.services.filter(service => !this.#lists.has(service));
    if (newServices.length === 0) return;
    const shown = [...this.#lists.values()].some(({ state }) => state.kind !== 'idle');
    for (const service of newServices.toSorted()) this.#lists.set(service, this.#createList(service));
    if (shown) await this.ensure();
  }

  get #searchQuery(): { readonly search?: string } {
    return this.#search === '' ? {} : { search: this.#search };
  }

  #createList(service: string): PagedList<Action> {
    const list = new PagedList<Action>(async (next, signal) => {
      const client = await this.#session.clientOf(this.#session.require());
      const query = {
        service,
        page: next === undefined ? 1 : Number(next),
        pageSize: PAGE_SIZE,
        orderBy: this.#order.by,
        orderByDirection: this.#order.direction,
        ...this.#searchQuery,
      };
      return readListPage(() => client.listActions({ query }, { signal }));
    });
    list.onDidChange(() => this.#changed.fire());
    return list;
  }

  dispose(): void {
    this.#owned.dispose();
    for (const list of this.#lists.values()) list.dispose();
    this.#changed.dispose();
  }
}

function isSpecified(service: string): boolean {
  return ACTION_SERVICES.some(name => name === service);
}
