import { withCancel } from '../prompts/ask.ts';
import { driftReport, probeService } from './probes.ts';
import type { ConnectionServices } from './connectionServices.ts';

/**
 * Calls the read operations of the service that need at most record IDs, and opens a report on differences from the
 * interface. Changes nothing on the service.
 */
export async function checkService(services: ConnectionServices): Promise<void> {
  const connection = services.session.require();
  const client = await services.session.client();
  const probes = await withCancel(`Checking ${connection.name}`, (signal, progress) =>
    probeService(client, signal, progress),
  );
  const text = driftReport(connection.name, new Date(), probes);
  await services.documents.openMarkdown('checks', `${connection.name} against the interface.md`, text);
}
