import type { Action } from '../../contract/records/action.ts';
import type { Store } from '../store/store.ts';
import { daysAgo } from './ago.ts';
import type { DemoAction } from '../demo/catalogue/demoAction.ts';
import { demoActionId, demoCatalogEntryId, demoCatalogue } from '../demo/catalogue/demoCatalogue.ts';
import { OWNER_ID } from './owner.ts';

/** Stores the demo catalogue: an entry and a saved action for each method. */
export function seedActions(store: Store, now: number): void {
  for (const [index, demo] of demoCatalogue.entries()) {
    const createdAt = daysAgo(now, 90 - index);
    const action = savedAction(demo, demoActionId(demo.method), createdAt);
    const { name, description, service, method, paramsSchema } = action;
    const id = action.catalogEntryId;
    store.catalogEntries.put({ id, name, description, service, method, paramsSchema, createdAt });
    store.actions.put(action);
  }
}

/** A saved action made from a demo action. */
export function savedAction(
  demo: DemoAction,
  id: string,
  createdAt: string,
): Action & { catalogEntryId: string } {
  const { service, method, name, description, params, paramsSchema } = demo;
  return {
    id,
    catalogEntryId: demoCatalogEntryId(method),
    name,
    description,
    service,
    method,
    ...(params === undefined ? {} : { params }),
    ...(paramsSchema === undefined ? {} : { paramsSchema }),
    createdAt,
    updatedAt: createdAt,
    createdBy: OWNER_ID,
    ownerId: OWNER_ID,
    userId: OWNER_ID,
  };
}
