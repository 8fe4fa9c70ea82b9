import { dialogs } from '../../host/dialogs.ts';
import { deliveryReport } from '../reports/deliveryReport.ts';
import { masked } from '../reports/reportBlocks.ts';
import { lineOf } from '../lineArgument.ts';
import type { WebhookServices } from './webhookServices.ts';

const NOT_KEPT = 'Not checked: the secret of this endpoint is not stored on this computer.';

/**
 * Opens a report on a delivery: each attempt with request, response, timing and signature check, without secrets and
 * passcodes.
 */
export async function showDelivery(services: WebhookServices, argument?: unknown): Promise<void> {
  const connection = services.session.require();
  const line = lineOf(argument);
  const endpointId = line?.record['endpointId'];
  if (line?.kind !== 'delivery' || typeof endpointId !== 'string') {
    void dialogs.showInformationMessage('Select a delivery under an endpoint in the Webhooks view first.');
    return;
  }
  const client = await services.session.client();
  const { id } = line.record;
  const { data } = (await client.getDelivery({ params: { id: endpointId, deliveryId: id } })).value;
  const secret = await services.webhookSecrets.read(connection.id, endpointId);
  const verdicts = await Promise.all(
    (data.attempts ?? []).map(async attempt =>
      secret === undefined ? NOT_KEPT : await services.judgeAttempt(attempt, secret, connection.headerPrefix),
    ),
  );
  // Signatures cover the original content, so secrets are masked only after the check.
  const shown = masked(data);
  const name = `${data.eventType ?? 'delivery'}.md`;
  await services.documents.openMarkdown(`delivery/${id}`, name, deliveryReport(shown, verdicts));
}
