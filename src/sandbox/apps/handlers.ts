import type { Handlers } from '../handler.ts';
import { found, readPage } from '../paging.ts';
import { answered } from '../store/stored.ts';

const QUOTA_BYTES = 5_000_000_000;

/** Handlers that read apps (spec 4.7, wire facts 13). */
export const appHandlers = {
  listApps: ({ query, service: { store } }) => {
    const page = readPage(store.apps, query, {
      where: { platform: known(query.platform), status: known(query.status) },
      search: query.query,
      orderBy: query.sortBy,
      direction: query.order,
    });
    const counted = (status?: string): number => store.apps.count({ where: { status } });
    return {
      ...page,
      items: page.items.map(app => ({ ...answered(app), version: app.sandbox.versions[0] })),
      count: {
        totalCount: counted(),
        availableCount: counted('available'),
        queuedCount: counted('queued'),
        failedCount: counted('failed'),
      },
    };
  },
  getApp: ({ params, service: { store } }) => ({ data: answered(found(store.apps, params.id, 'app')) }),
  listAppVersions: ({ params, service: { store } }) => ({
    data: [...found(store.apps, params.id, 'app').sandbox.versions],
  }),
  getAppStorage: ({ service: { store } }) => {
    const sizes = store.apps
      .all()
      .flatMap(app => app.sandbox.versions.map(version => version.sizeBytes ?? 0));
    const usedBytes = sizes.reduce((sum, size) => sum + size, 0);
    return { data: { quotaBytes: QUOTA_BYTES, usedBytes, availableBytes: QUOTA_BYTES - usedBytes } };
  },
} as const satisfies Handlers;

function known(filter: string | undefined): string | undefined {
  return filter === 'all' ? undefined : filter;
}
