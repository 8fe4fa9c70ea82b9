import type { CommandRow } from '../../contributions/command.ts';
import type { Services } from '../commandServices.ts';
import { dialogs } from '../../host/dialogs.ts';
import { deliveryReport } from '../reports/deliveryReport.ts';
import { masked } from '../reports/reportBlocks.ts';

const NOT_SIGNED = 'Not signed.';
const NOT_KEPT = 'Not checked: the secret of this endpoint is not stored on this computer.';

/**
 * Opens a report on a delivery: each attempt with request, response, timing and signature check, without secrets and
 * passcodes.
 */
export async function showDelivery(services: Services, row: CommandRow | undefined): Promise<void> {
  const connection = services.session.require();
  const endpointId = row?.record['endpointId'];
  if (!row || typeof endpointId !== 'string') {
    void dialogs.showInformationMessage('Select a delivery under an endpoint in the Webhooks view first.');
    return;
  }
  const client = await services.session.client();
  const { id } = row.record;
  const { data } = (await client.getDelivery({ params: { id: endpointId, deliveryId: id } })).value;
  const secret = await services.webhookSecrets.read(connection.id, endpointId);
  const verdicts = await Promise.all(
    (data.attempts ?? []).map(async attempt =>
      attempt.signed === false
        ? NOT_SIGNED
        : secret === undefined
          ? NOT_KEPT
          : await services.judgeAttempt(attempt, secret, connection.headerPrefix),
    ),
  );
  // Signatures cover the original content, so secrets are masked only after the check.
  const shown = masked(data);
  const name = `${data.eventType ?? 'delivery'}.md`;
  await services.documents.openMarkdown(`delivery/${id}`, name, deliveryReport(shown, verdicts));
}
