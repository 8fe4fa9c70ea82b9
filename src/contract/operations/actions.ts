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
  listActions: operation({
    method: 'GET',
    path: '/actions',
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
    errors: 'api',
    paging: 'page',
  }),
  getAction: operation({
    method: 'GET',
    path: '/actions/{actionId}',
    source: 'client',
    summary: 'Get an action',
    params,
    response: oneAction,
    errors: 'api',
  }),
  createAction: operation({
    method: 'POST',
    path: '/actions',
    source: 'client',
    summary: 'Save an action made from a catalog entry',
    body: CreateAction,
    response: { status: 201, body: data(Action) },
    errors: 'api',
  }),
  updateAction: operation({
    method: 'PATCH',
    path: '/actions/{actionId}',
    source: 'client',
    summary: 'Change a saved action',
    params,
    body: UpdateAction,
    response: oneAction,
    errors: 'api',
  }),
  deleteAction: operation({
    method: 'DELETE',
    path: '/actions/{actionId}',
    source: 'client',
    summary: 'Delete a saved action',
    params,
    response: { status: 200, body: Message },
    errors: 'api',
  }),
  listActionServices: operation({
    method: 'GET',
    path: '/actions/services',
    source: 'client',
    summary: 'List the services that actions belong to',
    response: { status: 200, body: data(z.array(z.string())) },
    errors: 'api',
  }),
  listServiceMethods: operation({
    method: 'GET',
    path: '/actions/services/{service}/methods',
    source: 'client',
    summary: 'List the methods of a service',
    params: z.object({ service: z.string().min(1) }),
    response: { status: 200, body: data(z.array(ServiceMethod)) },
    errors: 'api',
  }),
  listCatalogEntries: operation({
    method: 'GET',
    path: '/action-catalog',
    source: 'client',
    summary: 'List catalog entries',
    query: z.object({ service, ...pageQuery }),
    response: { status: 200, body: page(CatalogEntry) },
    errors: 'api',
    paging: 'page',
  }),
  getCatalogEntry: operation({
    method: 'GET',
    path: '/action-catalog/{catalogEntryId}',
    source: 'client',
    summary: 'Get a catalog entry',
    params: z.object({ catalogEntryId: Uuid }),
    response: { status: 200, body: data(CatalogEntry) },
    errors: 'api',
  }),
} as const;
