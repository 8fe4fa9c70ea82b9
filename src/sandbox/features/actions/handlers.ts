import { ACTION_SERVICES } from '../../../contract/enumerations.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { requireRecord, readPage } from '../../runtime/paging.ts';
import { invalidValue, Refusal } from '../../runtime/refusal.ts';
import type { CatalogEntry, ServiceMethod } from '../../../contract/records/action.ts';
import type * as z from 'zod';
import { isObject, memberOf } from '../../../util/isObject.ts';

type MethodParam = NonNullable<NonNullable<z.output<typeof ServiceMethod>['params']>>[number];

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

/** Returns the parameters of a catalog entry in the flat format of the method list (wire facts 4). */
function methodParams({ paramsSchema }: CatalogEntry): MethodParam[] {
  if (!isObject(paramsSchema) || !isObject(paramsSchema['properties'])) return [];
  const required = Array.isArray(paramsSchema['required']) ? paramsSchema['required'] : [];
  return Object.entries(paramsSchema['properties']).map(([name, property]) => {
    const schema = isObject(property) ? property : {};
    const examples = schema['examples'];
    return {
      name,
      type: typeOf(schema),
      required: required.includes(name),
      description: toText(schema['description']) ?? toText(schema['title']) ?? '',
      ...('default' in schema ? { default: schema['default'] } : {}),
      ...(Array.isArray(examples) ? { example: memberOf(examples, 0) } : {}),
    };
  });
}

// The flat format has five types; a parameter with several is listed as an object.
function typeOf(schema: Readonly<Record<string, unknown>>): string {
  const { type } = schema;
  if (type === 'integer') return 'number';
  if (typeof type === 'string') return type;
  const value = memberOf(schema['enum'], 0);
  return value === undefined ? 'object' : typeof value;
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
