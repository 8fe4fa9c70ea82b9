import * as z from 'zod';
import { operation } from '../define.ts';
import { ACTION_SERVICES } from '../enumerations.ts';
import { Action, CatalogEntry, CreateAction, ServiceMethod, UpdateAction } from '../records/action.ts';
import { orderQuery, page, pageQuery, searchQuery } from '../records/page.ts';
import { data, Message, Uuid } from '../scalars.ts';

const params = z.object({ actionId: Uuid });
const service = z.enum(ACTION_SERVICES).optional();
const oneAction = { status: 200, body: data(Action) } as const;

/** Operations on saved actions and the catalog they are created from (spec 4.6, wire facts 4). */
export const actionOperations = {
  listActions: operation('GET', '/actions', {
    source: 'spec',
    summary: 'List actions',
    query: z.object({
      // Accepts unknown services in the filter, because replies may contain them (spec 9.3).
      service: z.string().min(1).meta({ 'x-known-values': ACTION_SERVICES }).optional(),
      search: searchQuery,
      ...orderQuery(['name', 'createdAt', 'updatedAt']),
      ...pageQuery,
    }),
    response: { status: 200, body: page(Action) },
    paging: 'page',
  }),
  getAction: operation('GET', '/actions/{actionId}', {
    summary: 'Get an action',
    params,
    response: oneAction,
  }),
  createAction: operation('POST', '/actions', {
    summary: 'Save an action made from a catalog entry',
    body: CreateAction,
    response: { status: 201, body: data(Action) },
  }),
  updateAction: operation('PATCH', '/actions/{actionId}', {
    summary: 'Change a saved action',
    params,
    body: UpdateAction,
    response: oneAction,
  }),
  deleteAction: operation('DELETE', '/actions/{actionId}', {
    summary: 'Delete a saved action',
    params,
    response: { status: 200, body: Message },
  }),
  listActionServices: operation('GET', '/actions/services', {
    summary: 'List the services that actions belong to',
    response: { status: 200, body: data(z.array(z.string())) },
  }),
  listServiceMethods: operation('GET', '/actions/services/{service}/methods', {
    summary: 'List the methods of a service',
    params: z.object({ service: z.string().min(1) }),
    response: { status: 200, body: data(z.array(ServiceMethod)) },
  }),
  listCatalogEntries: operation('GET', '/action-catalog', {
    summary: 'List catalog entries',
    query: z.object({ service, ...pageQuery }),
    response: { status: 200, body: page(CatalogEntry) },
    paging: 'page',
  }),
  getCatalogEntry: operation('GET', '/action-catalog/{catalogEntryId}', {
    summary: 'Get a catalog entry',
    params: z.object({ catalogEntryId: Uuid }),
    response: { status: 200, body: data(CatalogEntry) },
  }),
} as const;
