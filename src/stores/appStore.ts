import type { QueryValue } from '../contract/operations.ts';
import type { AppStorage, AppVersion, ListedApp } from '../contract/records/app.ts';
import type { Client } from '../client/client.ts';
import { KeyedLists } from './keyedLists.ts';
import { ListStore } from './listStore.ts';
import { queryOfPage, readListPage } from './readListPage.ts';
import type { Session } from './session.ts';

/** The filter and order of the app list (wire facts 2, 13). */
export interface AppFilter {
  /** Substring of the name. */
  readonly search: string;
  readonly platform: QueryValue<'listApps', 'platform'> | undefined;
  readonly status: QueryValue<'listApps', 'status'> | undefined;
  readonly orderBy: 'name' | 'createdAt';
  readonly direction: 'asc' | 'desc';
}

export const ALL_APPS: AppFilter = {
  search: '',
  platform: undefined,
  status: undefined,
  orderBy: 'name',
  direction: 'asc',
};

const PAGE_SIZE = 100;
const POLL_MS = 15_000;

/** The apps in cloud storage, and the storage that they use. */
export class AppStore extends ListStore<ListedApp, AppFilter> {
  readonly #read: { storage: AppStorage | undefined };

  constructor(session: Session) {
    const read: { storage: AppStorage | undefined } = { storage: undefined };
    super(session, ALL_APPS, POLL_MS, async ({ client, filter, next, signal }) => {
      const { search, platform, status, orderBy, direction } = filter;
      const query = {
        ...queryOfPage(next, PAGE_SIZE),
        query: search || undefined,
        platform,
        status,
        sortBy: orderBy,
        order: direction,
      };
      const page = await readListPage(client.listApps({ query }, { signal }));
      if (next === undefined) read.storage = await readStorage(client, signal);
      return page;
    });
    this.#read = read;
  }

  /** The storage that apps use; undefined if the service does not report it. */
  get storage(): AppStorage | undefined {
    return this.#read.storage;
  }
}

async function readStorage(client: Client, signal: AbortSignal): Promise<AppStorage | undefined> {
  try {
    return (await client.getAppStorage({}, { signal })).value.data;
  } catch {
    return undefined;
  }
}

/** The versions of each app. */
export class AppVersionLists extends KeyedLists<AppVersion> {
  constructor(session: Session) {
    super(session, undefined, POLL_MS, async ({ client, key: id, signal }) => {
      const { data } = (await client.listAppVersions({ params: { id } }, { signal })).value;
      return { items: data, total: data.length, next: undefined };
    });
  }
}
