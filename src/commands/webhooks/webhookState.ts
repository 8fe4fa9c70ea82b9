import type { Services } from '../commandServices.ts';
import { isNotOffered } from '../../stores/notOffered.ts';
import { confirmed } from '../prompts/ask.ts';
import { type BulkOperation, confirmedDeletionOf, runOnEach } from '../prompts/runOnEach.ts';
import { forWebhooks } from './webhookList.ts';

/** Enables endpoints, including blocked ones. */
export const enableWebhook = setState('Enable Webhook', 'ACTIVE', 'enabled');

export const disableWebhook = setState('Disable Webhook', 'DISABLED', 'disabled');

/** Deletes endpoints after confirmation. */
export const deleteWebhook = forWebhooks('Delete Webhook', async (services, targets) => {
  const warning = 'Their delivery logs are deleted too.';
  if (!(await confirmedDeletionOf(targets, 'endpoints', warning))) return;
  const connection = services.session.require();
  let forget: Promise<boolean> | undefined;
  await runOnEach(
    services,
    bulkOperation(services, 'Delete Webhook'),
    targets,
    async (client, { id }, signal) => {
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
    },
  );
});

// If the service cannot delete endpoints, they can only be removed from the local list; asked once for all.
function mayForget(): Promise<boolean> {
  const detail = 'Forgotten endpoints keep receiving events; only this list loses them, with their secrets.';
  return confirmed('This service cannot delete endpoints. Forget the chosen ones here?', detail, 'Forget');
}

function setState(title: string, state: 'ACTIVE' | 'DISABLED', result: string) {
  return forWebhooks(title, async (services, targets) => {
    await runOnEach(services, bulkOperation(services, title), targets, async (client, { id }, signal) => {
      await client.updateWebhook({ params: { id }, body: { state } }, { signal });
      return result;
    });
  });
}

function bulkOperation({ webhooks }: Services, title: string): BulkOperation {
  return { title, noun: 'Endpoint', refresh: () => webhooks.refresh() };
}
