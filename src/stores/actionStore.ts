import { ACTION_SERVICES } from '../contract/enumerations.ts';
import type { QueryValue } from '../contract/operations.ts';
import type { Action } from '../contract/records/action.ts';
import type { CatalogStore } from './catalogStore.ts';
import { KeyedLists } from './keyedLists.ts';
import type { ListState, PagedList } from './pagedList.ts';
import type { Polled } from './poller.ts';
import { queryOfPage, readListPage } from './readListPage.ts';
import type { Session } from './session.ts';

/** The search and sort order of the action lists (spec 4.6). */
export interface ActionFilter {
  /** Part of a name or description. */
  readonly search: string;
  readonly orderBy: QueryValue<'listActions', 'orderBy'>;
  readonly direction: 'asc' | 'desc';
}

export const ALL_ACTIONS: ActionFilter = { search: '', orderBy: 'name', direction: 'asc' };

/** The actions of one service read so far. */
export interface ServiceActions {
  readonly service: string;
  readonly list: ListState<Action>;
}

/** The source of service names, which it finds by reading every action. */
type ServiceNames = Pick<CatalogStore, 'state' | 'refresh' | 'onDidChange'>;

const PAGE_SIZE = 100;
/** Actions change rarely, so only reads that got no response are repeated automatically. */
const RECOVER_MS = 15_000;

/**
 * The actions of the active connection by service. Services not in the specification are added when the catalog names
 * them.
 */
export class ActionStore extends KeyedLists<Action, ActionFilter> {
  readonly #catalog: ServiceNames;
  #services: readonly string[] = ACTION_SERVICES;
  /** True once the total number of actions has been compared with the sum of the lists. */
  #isCounted = false;

  constructor(session: Session, catalog: ServiceNames) {
    super(session, ALL_ACTIONS, RECOVER_MS, ({ client, key: service, filter, next, signal }) => {
      const { search, orderBy, direction } = filter;
      const query = {
        service,
        ...queryOfPage(next, PAGE_SIZE),
        orderBy,
        orderByDirection: direction,
        search: search || undefined,
      };
      return readListPage(client.listActions({ query }, { signal }));
    });
    this.#catalog = catalog;
    this.add(catalog.onDidChange(() => void this.#followCatalog()));
  }

  /** The lists read so far, in the order of the services. */
  get services(): readonly ServiceActions[] {
    return this.#services.map(service => ({ service, list: this.of(service).state }));
  }

  /** Reads the first page of each list that has not been read yet. */
  async ensure(): Promise<void> {
    await Promise.all(this.#all.map(list => list.ensure()));
    if (!this.#isCounted) void this.#count();
  }

  /** Reads all lists again. */
  async refresh(): Promise<void> {
    await Promise.all(this.#all.map(list => list.refresh()));
    void this.#count();
  }

  /** Repeats reads that failed or were incomplete; reads all lists again if there are none. */
  async retry(): Promise<void> {
    const failed = this.#all.filter(({ state }) => state.kind === 'failed');
    const partial = this.#all.filter(({ state }) => state.kind === 'ready' && state.problem !== undefined);
    if (failed.length + partial.length === 0) await this.refresh();
    await Promise.all([...failed.map(list => list.retry()), ...partial.map(list => list.refresh())]);
  }

  /** Returns the action with this ID if it has been read. */
  byId(id: string): Action | undefined {
    for (const { state } of this.lists) {
      const found = state.items.find(action => action.id === id);
      if (found) return found;
    }
    return undefined;
  }

  override show(filter: ActionFilter): void {
    this.#isCounted = false;
    super.show(filter);
  }

  override forget(): void {
    this.#isCounted = false;
    this.#services = ACTION_SERVICES;
    super.forget();
  }

  protected override async poll(): Promise<Polled> {
    if (this.session.state.kind !== 'open') return undefined;
    await this.recover();
    return this.lists.map(({ state }) => state).find(state => state.kind === 'failed')?.error;
  }

  get #all(): readonly PagedList<Action>[] {
    return this.#services.map(service => this.of(service));
  }

  // A total greater than the sum of the known services reveals a service that is not known yet.
  async #count(): Promise<void> {
    let known = 0;
    for (const { state } of this.#all) {
      if (state.kind !== 'ready' || state.total === undefined) return;
      known += state.total;
    }
    this.#isCounted = true;
    const { readAt, kept } = this.#catalog.state;
    // A catalog read completely from this connection has already named every service.
    if (readAt && !kept) return;
    try {
      const client = await this.session.client();
      const query = { pageSize: 1, search: this.filter.search || undefined };
      const { total } = (await client.listActions({ query })).value.pagination;
      if (total > known) await this.#catalog.refresh();
    } catch {
      // The lists report failures; the next refresh counts again.
    }
  }

  async #followCatalog(): Promise<void> {
    const added = this.#catalog.state.services.filter(service => !this.#services.includes(service));
    if (added.length === 0) return;
    const isShown = this.lists.some(({ state }) => state.kind !== 'idle');
    this.#services = [...this.#services, ...added.toSorted()];
    if (isShown) await this.ensure();
  }
}
