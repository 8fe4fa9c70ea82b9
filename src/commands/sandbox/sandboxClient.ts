import type { SandboxClient } from '../../client/sandboxClient.ts';
import { dialogs } from '../../host/dialogs.ts';
import { SANDBOX } from '../../stores/connection.ts';
import { isNotOffered } from '../../stores/notOffered.ts';
import type { SandboxServices } from './sandboxServices.ts';

/**
 * Returns a client for the sandbox-only operations. If the sandbox is not running, shows a message and returns
 * undefined.
 */
export async function runningSandbox({
  sandbox,
  clients,
}: SandboxServices): Promise<SandboxClient | undefined> {
  if (sandbox.running) return clients.openSandbox();
  void dialogs.showInformationMessage('The sandbox is not running. Start it first.');
  return undefined;
}

/**
 * Refreshes the views after the sandbox data was replaced, and removes the receiver's registration if its endpoint is
 * gone.
 */
export async function followData(services: SandboxServices): Promise<void> {
  await forgetLostEndpoint(services);
  services.connections.reopen(SANDBOX);
}

async function forgetLostEndpoint({ clients, receiver }: SandboxServices): Promise<void> {
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
