import { ACTION_SERVICES } from '../../../contract/enumerations.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { requireRecord, readPage } from '../../runtime/paging.ts';
import { invalidValue, Refusal } from '../../runtime/refusal.ts';
import { methodParams } from './methodParams.ts';

/** Handlers that read saved actions and the action catalog (spec 4.6, wire facts 4). */
export const actionHandlers = {
  listActions: ({ query, service: { store } }) => {
    if (query.service !== undefined && !isService(query.service))
      throw invalidValue('query.service', `expected one of ${ACTION_SERVICES.join(', ')}`, query.service);
    return readPage(store.actions, query, {
      where: { service: query.service },
      search: query.search,
    });
  },
  getAction: ({ params, service: { store } }) => ({
    data: requireRecord(store.actions, params.actionId, 'action'),
  }),
  listActionServices: () => ({ data: [...ACTION_SERVICES] }),
  listServiceMethods: ({ params, service: { store } }) => {
    if (!isService(params.service)) {
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
    data: requireRecord(store.catalogEntries, params.catalogEntryId, 'catalog entry'),
  }),
} as const satisfies Handlers;

function isService(name: string): boolean {
  return ACTION_SERVICES.some(service => service === name);
}
