import { ACTION_SERVICES } from '../../contract/enumerations.ts';
import type { Handlers } from '../handler.ts';
import { found, readPage } from '../paging.ts';
import { Refusal } from '../refusal.ts';
import { methodParams } from './methodParams.ts';

/** Reads of the action catalogue (spec 4.6, wire facts 4). */
export const actionHandlers = {
  listActions: ({ query, service: { store } }) =>
    readPage(store.actions, query, {
      where: { service: query.service },
      search: query.search,
      orderBy: query.orderBy,
      direction: query.orderByDirection,
    }),
  getAction: ({ params, service: { store } }) => ({
    data: found(store.actions, params.actionId, 'action'),
  }),
  listActionServices: () => ({ data: [...ACTION_SERVICES] }),
  listServiceMethods: ({ params, service: { store } }) => {
    if (!ACTION_SERVICES.some(one => one === params.service)) {
      throw new Refusal(404, 'not_found', `There is no service named ${params.service}.`);
    }
    const entries = store.catalogEntries.all({ service: params.service });
    return {
      data: entries.map(entry => ({ method: entry.method ?? entry.name, params: methodParams(entry) })),
    };
  },
  listCatalogEntries: ({ query, service: { store } }) =>
    readPage(store.catalogEntries, query, { where: { service: query.service } }),
  getCatalogEntry: ({ params, service: { store } }) => ({
    data: found(store.catalogEntries, params.catalogEntryId, 'catalogue entry'),
  }),
} as const satisfies Handlers;
