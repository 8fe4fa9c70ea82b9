import type { FlowCatalogue } from '../flow/catalogue.ts';
import type { CommandCatalogue } from './commandStores.ts';

type Catalogue = Pick<CommandCatalogue, 'state' | 'catalogue' | 'start' | 'refresh'>;

/** Returns the catalog, reading it first if it is missing or comes from storage. */
export async function loadedCatalogue({
  catalogue,
}: {
  readonly catalogue: Catalogue;
}): Promise<FlowCatalogue> {
  if (catalogue.state.kept || catalogue.state.readAt === undefined) await catalogue.refresh();
  return catalogue.catalogue;
}

/** Returns the catalog even if it comes from storage; reads it first if it is empty. */
export async function cachedOrLoadedCatalogue({
  catalogue,
}: {
  readonly catalogue: Catalogue;
}): Promise<FlowCatalogue> {
  catalogue.start();
  if (catalogue.state.count > 0) return catalogue.catalogue;
  try {
    await catalogue.refresh();
  } catch (error) {
    // A stored catalog may have been loaded in the meantime.
    if (catalogue.state.count === 0) throw error;
  }
  return catalogue.catalogue;
}
