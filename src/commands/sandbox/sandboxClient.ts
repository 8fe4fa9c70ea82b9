import type { Services } from '../commandServices.ts';
import type { SandboxClient } from '../../client/sandboxClient.ts';
import { dialogs } from '../../host/dialogs.ts';
import { SANDBOX } from '../../stores/connection.ts';
import { isNotOffered } from '../../stores/notOffered.ts';

/** Returns the handler of a command for the running sandbox. If it is not running, shows a message. */
export function inSandbox<T>(
  act: (services: Services, client: SandboxClient, given: T) => Promise<void>,
): (services: Services, given: T) => Promise<void> {
  return async (services, given) => {
    const { sandbox, clients } = services;
    if (sandbox.isRunning) await act(services, await clients.openSandbox(), given);
    else void dialogs.showInformationMessage('The sandbox is not running. Start it first.');
  };
}

/**
 * Refreshes the views after the sandbox data was replaced, and removes the receiver's registration if its endpoint is
 * gone.
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
