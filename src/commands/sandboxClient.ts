import type { SandboxClient } from '../client/sandboxClient.ts';
import { dialogs } from '../host/dialogs.ts';
import { SANDBOX } from '../stores/connection.ts';
import { isNotOffered } from '../stores/notOffered.ts';
import type { Services } from './services.ts';

/** A client for what only the sandbox has. Where the sandbox does not run, that is said and nothing is answered. */
export async function runningSandbox({ sandbox, clients }: Services): Promise<SandboxClient | undefined> {
  if (sandbox.running) return clients.openSandbox();
  void dialogs.showInformationMessage('The sandbox is not running. Start it first.');
  return undefined;
}

/**
 * Follows after all data of the sandbox were replaced: views that show it read everything anew, and the local receiver
 * forgets an endpoint that is gone.
 */
export async function followData(services: Services): Promise<void> {
  await forgetLostEndpoint(services);
  services.connections.reopen(SANDBOX);
}

async function forgetLostEndpoint({ clients, receiver }: Services): Promise<void> {
  const { registration } = receiver;
  if (registration?.connectionId !== SANDBOX.id) return;
  try {
    const client = await clients.open(SANDBOX, () => undefined);
    await client?.getWebhook({ params: { id: registration.endpointId } });
  } catch (error) {
    if (!isNotOffered(error)) throw error;
    await receiver.register(undefined);
  }
}
