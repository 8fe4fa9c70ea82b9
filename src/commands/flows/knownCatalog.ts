import type { FlowCatalog } from '../../flow/catalog.ts';
import type { CatalogStore } from '../../stores/catalogStore.ts';

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
