import type { FlowCatalog } from '../../flow/catalog.ts';
import type { CatalogStore } from '../../stores/catalogStore.ts';
import { SANDBOX } from '../../stores/connection.ts';
import { decodeCatalog } from '../../stores/keptCatalog.ts';
import type { Services } from '../commandServices.ts';

type Catalog = Pick<CatalogStore, 'state' | 'catalog' | 'start' | 'refresh'>;

/** Returns the catalog, reading it first if it is missing or comes from storage. */
export async function loadedCatalog({ catalog }: { readonly catalog: Catalog }): Promise<FlowCatalog> {
  if (catalog.state.kept || catalog.state.readAt === undefined) await catalog.refresh();
  return catalog.catalog;
}

/** Returns the catalog even if it comes from storage; reads it first if it is empty. */
export async function cachedOrLoadedCatalog({
  catalog,
}: {
  readonly catalog: Catalog;
}): Promise<FlowCatalog> {
  catalog.start();
  if (catalog.state.count > 0) return catalog.catalog;
  try {
    await catalog.refresh();
  } catch (error) {
    // A stored catalog may have been loaded in the meantime.
    if (catalog.state.count === 0) throw error;
  }
  return catalog.catalog;
}

/** Returns the catalog of the active connection, or without one the actions of the sandbox. */
export async function catalogOrSandbox(services: Services): Promise<FlowCatalog> {
  if (services.session.connection) return loadedCatalog(services);
  const kept = await services.catalogs.read(SANDBOX.id);
  const known = kept && decodeCatalog(kept);
  if (!known) throw new Error('The actions of the sandbox cannot be read. Connect to a service first.');
  return known.catalog;
}
