import { counted } from '../../flow/check/checkSummary.ts';
import { done } from '../prompts/ask.ts';
import type { FlowServices } from './flowServices.ts';

/** Reads the action catalog again, opening the connection if needed. */
export async function refreshCatalog({ catalog, session }: FlowServices): Promise<void> {
  const { name } = session.require();
  await catalog.refresh();
  done(`Action catalog of ${name}: ${counted(catalog.state.count, 'action')}.`);
}
