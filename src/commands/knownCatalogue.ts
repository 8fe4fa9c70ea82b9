import type { FlowCatalogue } from '../flow/catalogue.ts';
import type { CommandCatalogue } from './commandStores.ts';

type Catalogue = Pick<CommandCatalogue, 'state' | 'catalogue' | 'start' | 'refresh'>;

/** The catalogue of the connection, read first where only an earlier one or none is known. */
export async function knownCatalogue({
  catalogue,
}: {
  readonly catalogue: Catalogue;
}): Promise<FlowCatalogue> {
  if (catalogue.state.kept || catalogue.state.readAt === undefined) await catalogue.refresh();
  return catalogue.catalogue;
}

/** What is known of that catalogue now, be it from an earlier time; read first where nothing is. */
export async function catalogueAtHand({
  catalogue,
}: {
  readonly catalogue: Catalogue;
}): Promise<FlowCatalogue> {
  catalogue.start();
  if (catalogue.state.count > 0) return catalogue.catalogue;
  try {
    await catalogue.refresh();
  } catch (error) {
    // What was kept from an earlier time may have been found meanwhile.
    if (catalogue.state.count === 0) throw error;
  }
  return catalogue.catalogue;
}
