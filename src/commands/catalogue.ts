import { counted } from '../flow/check/checkSummary.ts';
import { done } from './ask.ts';
import type { Services } from './services.ts';

/** Reads everything that flow files can refer to anew, opening the connection where it is closed. */
export async function refreshCatalogue({ catalogue, session }: Services): Promise<void> {
  const { name } = session.require();
  await catalogue.refresh();
  done(`Action catalog of ${name}: ${counted(catalogue.state.count, 'action')}.`);
}
