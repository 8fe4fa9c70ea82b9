import { isNotOffered } from '../../stores/notOffered.ts';
import { confirmed } from '../prompts/ask.ts';
import { type Job, namedTogether, namesOf, onEach } from '../prompts/onEach.ts';
import type { WebhookServices } from './webhookServices.ts';
import { webhooksFor } from './webhookList.ts';

/** Enables endpoints, including blocked ones. */
export async function enableWebhook(
  services: WebhookServices,
  argument?: unknown,
  selection?: unknown,
): Promise<void> {
  await setState(services, argument, selection, 'ACTIVE');
}

export async function disableWebhook(
  services: WebhookServices,
  argument?: unknown,
  selection?: unknown,
): Promise<void> {
  await setState(services, argument, selection, 'DISABLED');
}

/** Deletes endpoints after confirmation. */
export async function deleteWebhook(
  services: WebhookServices,
  argument?: unknown,
  selection?: unknown,
): Promise<void> {
  const title = 'Delete Webhook';
  const targets = await webhooksFor(services, title, argument, selection);
  if (!targets) return;
  const question = `Delete ${namedTogether(targets, 'endpoints')}?`;
  const detail = ['Their delivery logs are deleted too.', ...namesOf(targets)].join('\n');
  if (!(await confirmed(question, detail, 'Delete'))) return;
  const connection = services.session.require();
  let forget: Promise<boolean> | undefined;
  await onEach(services, job(services, title), targets, async (client, { id }, signal) => {
    try {
      await client.deleteWebhook({ params: { id } }, { signal });
    } catch (error) {
      if (!services.webhooks.notOffered || !isNotOffered(error)) throw error;
      if (!(await (forget ??= mayForget()))) return 'kept';
    }
    await services.createdWebhooks.remove(connection.id, id);
    await services.webhookSecrets.delete(connection.id, id);
    if (services.receiver.registration?.endpointId === id) await services.receiver.register(undefined);
    return forget ? 'forgotten' : 'deleted';
  });
}

// If the service cannot delete endpoints, they can only be removed from the local list; asked once for all.
function mayForget(): Promise<boolean> {
  const detail = 'Forgotten endpoints keep receiving events; only this list loses them, with their secrets.';
  return confirmed('This service cannot delete endpoints. Forget the chosen ones here?', detail, 'Forget');
}

async function setState(
  services: WebhookServices,
  argument: unknown,
  selection: unknown,
  state: 'ACTIVE' | 'DISABLED',
): Promise<void> {
  const on = state === 'ACTIVE';
  const title = on ? 'Enable Webhook' : 'Disable Webhook';
  const targets = await webhooksFor(services, title, argument, selection);
  if (!targets) return;
  await onEach(services, job(services, title), targets, async (client, { id }, signal) => {
    await client.updateWebhook({ params: { id }, body: { state } }, { signal });
    return on ? 'enabled' : 'disabled';
  });
}

function job({ webhooks }: WebhookServices, title: string): Job {
  return { title, noun: 'Endpoint', after: () => webhooks.refresh() };
}
