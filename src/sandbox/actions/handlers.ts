import type { Handlers } from '../handler.ts';
import { readPage } from '../paging.ts';
import { notFound } from '../refusal.ts';

/** Reads of the action catalogue (spec 4.6, wire facts 4). */
export const actionHandlers = {
  listActions: ({ query }, { store }) =>
    readPage(store.actions, query, {
      where: { service: query.service },
      search: query.search,
      orderBy: query.orderBy,
      direction: query.orderByDirection,
    }),
  getAction: ({ params }, { store }) => {
    const action = store.actions.get(params.actionId);
    if (!action) throw notFound('action');
    return { data: action };
  },
  listCatalogEntries: ({ query }, { store }) =>
    readPage(store.catalogEntries, query, { where: { service: query.service } }),
  getCatalogEntry: ({ params }, { store }) => {
    const entry = store.catalogEntries.get(params.catalogEntryId);
    if (!entry) throw notFound('catalogue entry');
    return { data: entry };
  },
} as const satisfies Handlers;
