import type { Handlers } from '../../runtime/handler.ts';
import { requireRecord, readPage } from '../../runtime/paging.ts';
import { toResponse } from '../../store/stored.ts';

const QUOTA_BYTES = 5_000_000_000;

/** Handlers that read apps (spec 4.7, wire facts 13). */
export const appHandlers = {
  listApps: ({ query, service: { store } }) => {
    const page = readPage(store.apps, query, {
      where: { platform: toFilter(query.platform), status: toFilter(query.status) },
      search: query.query,
      orderBy: query.sortBy,
      direction: query.order,
    });
    const countApps = (status?: string): number => store.apps.count({ where: { status } });
    return {
      ...page,
      items: page.items.map(app => ({ ...toResponse(app), version: app.sandbox.versions[0] })),
      count: {
        totalCount: countApps(),
        availableCount: countApps('available'),
        queuedCount: countApps('queued'),
        failedCount: countApps('failed'),
      },
    };
  },
  getApp: ({ params, service: { store } }) => ({
    data: toResponse(requireRecord(store.apps, params.id, 'app')),
  }),
  listAppVersions: ({ params, service: { store } }) => ({
    data: [...requireRecord(store.apps, params.id, 'app').sandbox.versions],
  }),
  getAppStorage: ({ service: { store } }) => {
    const sizes = store.apps
      .all()
      .flatMap(app => app.sandbox.versions.map(version => version.sizeBytes ?? 0));
    const usedBytes = sizes.reduce((sum, size) => sum + size, 0);
    return { data: { quotaBytes: QUOTA_BYTES, usedBytes, availableBytes: QUOTA_BYTES - usedBytes } };
  },
} as const satisfies Handlers;

function toFilter(filter: string | undefined): string | undefined {
  return filter === 'all' ? undefined : filter;
}
