import type { Services } from '../commandServices.ts';
import { dialogs } from '../../host/dialogs.ts';
import { done } from '../prompts/ask.ts';
import { showDelivery } from './deliveries.ts';
import { testReport } from '../reports/deliveryReport.ts';
import { runOnEach } from '../prompts/runOnEach.ts';
import { forWebhooks } from './webhookList.ts';

/** The result of a test, as reported by the service. */
interface Tested {
  readonly statusCode?: number | null | undefined;
  readonly error?: string | null | undefined;
}

/**
 * Sends a test event and opens its delivery with request, response and signature check. For several endpoints, shows a
 * table of their responses.
 */
export const testWebhook = forWebhooks('Send Test Event', async (services, targets) => {
  const [only, ...more] = targets;
  if (only && more.length === 0) {
    await testOne(services, only.id);
    return;
  }
  const refresh = async (): Promise<void> => {
    for (const { id } of targets) services.deliveries.expire(id);
    await services.webhooks.refresh();
  };
  await runOnEach(
    services,
    { title: 'Send Test Event', noun: 'Endpoint', refresh },
    targets,
    async (client, { id }, signal) => {
      const { data } = (await client.testWebhook({ params: { id } }, { signal })).value;
      if (!data.success) throw new Error(notTaken(data));
      return answered(data);
    },
  );
});

async function testOne(services: Services, id: string): Promise<void> {
  const client = await services.session.client();
  const { data } = (await client.testWebhook({ params: { id } })).value;
  if (data.success) done(`The endpoint ${answered(data)}.`);
  else void dialogs.showErrorMessage(notTaken(data));
  services.deliveries.expire(id);
  const list = services.deliveries.of(id);
  await Promise.all([list.ensure(), services.webhooks.refresh()]);
  // If the service has no delivery log or it cannot be read, only the response to the test call is available.
  const test =
    list.state.kind === 'ready'
      ? list.state.items.find(({ eventType }) => eventType === 'webhook.test')
      : undefined;
  if (test) await showDelivery(services, { kind: 'delivery', record: { ...test, endpointId: id } });
  else await services.documents.openMarkdown(`webhook-test/${id}`, 'webhook.test.md', testReport(data));
}

function answered({ statusCode }: Tested): string {
  return `answered ${statusCode ?? 'with success'}`;
}

function notTaken({ error }: Tested): string {
  return `The test event was not accepted: ${error ?? 'no reason was given'}`;
}
