import type { Handlers } from '../../runtime/handler.ts';
import { requireRecord, readPage } from '../../runtime/paging.ts';
import { toResponse } from '../../store/stored.ts';
import { availableBytes, QUOTA_BYTES, usedBytes } from './storage.ts';

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
  getAppStorage: ({ service: { store } }) => ({
    data: { quotaBytes: QUOTA_BYTES, usedBytes: usedBytes(store), availableBytes: availableBytes(store) },
  }),
} as const satisfies Handlers;

function toFilter(filter: string | undefined): string | undefined {
  return filter === 'all' ? undefined : filter;
}
