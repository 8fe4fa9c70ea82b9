import { withCancel } from './ask.ts';
import { driftReport, probeService } from './probes.ts';
import type { Services } from './services.ts';

/**
 * Sends every read of the table that needs nothing but an id, the ids taken from the lists before, and opens
 * what differs from the interface as a report. It changes nothing on the service.
 */
export async function checkService(services: Services): Promise<void> {
  const connection = services.session.require();
  const client = await services.session.client();
  const probes = await withCancel(`Checking ${connection.name}`, (signal, progress) =>
    probeService(client, signal, progress),
  );
  const text = driftReport(connection.name, new Date(), probes);
  await services.documents.openMarkdown('checks', `${connection.name} against the interface.md`, text);
}
