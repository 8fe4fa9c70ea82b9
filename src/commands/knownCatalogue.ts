import type { FlowCatalogue } from '../flow/catalogue.ts';
import type { Services } from './services.ts';

/** The catalogue of the active connection, read first where only an earlier one or none is known. */
export async function knownCatalogue({ catalogue }: Services): Promise<FlowCatalogue> {
  if (catalogue.state.kept || catalogue.state.readAt === undefined) await catalogue.refresh();
  return catalogue.catalogue;
}
