import type { SandboxClient } from '../../client/sandboxClient.ts';
import { dialogs } from '../../host/dialogs.ts';
import { SANDBOX } from '../../stores/connection.ts';
import { isNotOffered } from '../../stores/notOffered.ts';
import type { LineHandler } from '../lineArgument.ts';
import type { SandboxServices } from './sandboxServices.ts';

/** Returns the handler of a command for the running sandbox. If it is not running, shows a message. */
export function inSandbox(
  act: (services: SandboxServices, client: SandboxClient, argument: unknown, on: unknown) => Promise<void>,
): LineHandler<SandboxServices> {
  return async (services, argument, on) => {
    const { sandbox, clients } = services;
    if (sandbox.isRunning) await act(services, await clients.openSandbox(), argument, on);
    else void dialogs.showInformationMessage('The sandbox is not running. Start it first.');
  };
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
