import type { Services } from '../commandServices.ts';
import { ApiError } from '../../client/failure.ts';
import type { Registration } from '../../appState/localReceiver.ts';
import { isNotOffered } from '../../stores/notOffered.ts';

/** Enables the receiver's endpoint if it was disabled when the receiver stopped. */
export async function enableEndpoint({ session, receiver, webhooks }: Services): Promise<void> {
  const { registration } = receiver;
  if (!registration?.switchedOff || receiver.isMisplaced) return;
  if (session.connection?.id !== registration.connectionId) return;
  const client = await session.client();
  try {
    await client.updateWebhook({ params: { id: registration.endpointId }, body: { state: 'ACTIVE' } });
    await receiver.register({ ...registration, switchedOff: false });
  } catch (error) {
    if (!isNotOffered(error)) throw error;
    await receiver.register(undefined);
  }
  await webhooks.refresh();
}

/** Disables the receiver's endpoint, or removes its registration and local data if the endpoint no longer exists. */
export async function disableEndpoint(services: Services, registration: Registration): Promise<void> {
  const { session, receiver, webhooks } = services;
  const client = await session.client();
  try {
    await client.updateWebhook({ params: { id: registration.endpointId }, body: { state: 'DISABLED' } });
    await receiver.register({ ...registration, switchedOff: true });
    await webhooks.refresh();
  } catch (error) {
    if (!isGone(error)) throw error;
    await forget(services, registration);
    await receiver.register(undefined);
  }
}

/** Deletes the receiver's endpoint, if it still exists, and its local data. */
export async function deleteEndpoint(services: Services, registration: Registration): Promise<void> {
  const client = await services.session.client();
  try {
    await client.deleteWebhook({ params: { id: registration.endpointId } });
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  await forget(services, registration);
}

async function forget(
  { webhooks, createdWebhooks, webhookSecrets }: Services,
  { connectionId, endpointId }: Registration,
): Promise<void> {
  await createdWebhooks.remove(connectionId, endpointId);
  await webhookSecrets.delete(connectionId, endpointId);
  await webhooks.refresh();
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
