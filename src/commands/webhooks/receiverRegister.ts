import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import { ApiError } from '../../client/failure.ts';
import { dialogs } from '../../host/dialogs.ts';
import { explain } from '../../wording/explain.ts';
import type { Registration } from '../../appState/localReceiver.ts';
import { Command } from '../../manifest.ts';
import { type Connection, isLocalConnection } from '../../stores/connection.ts';
import { isLoopbackHost } from '../../util/loopback.ts';
import { confirmed } from '../prompts/ask.ts';
import { deleteEndpoint } from './receiverEndpoint.ts';
import { createEndpoint, type EndpointSecret } from './webhooks.ts';

/** An endpoint that delivers to the receiver. */
interface RegisteredEndpoint extends EndpointSecret {
  readonly url: string;
}

/**
 * Registers the local receiver as an endpoint of the active connection for all events, starting it if needed. The
 * signing secret is stored so that deliveries can be verified.
 */
export const registerReceiver = oneAtATime(async services => {
  const connection = services.session.require();
  const { receiver } = services;
  const address = await receiver.start();
  const old = receiver.registration;
  if (old && !(await mayReplace(services, connection, old))) return;
  const endpoint = await createAt(services, connection, address);
  if (!endpoint) return;
  const { id: endpointId, url } = endpoint;
  await receiver.register({
    connectionId: connection.id,
    connectionName: connection.name,
    endpointId,
    url,
    port: Number(new URL(address).port),
    switchedOff: false,
  });
  if (old?.connectionId === connection.id) await deleteEndpoint(services, old);
  void tell(services, `The local receiver is registered with “${connection.name}” as ${url}.`, endpoint);
});

// Repeated calls while one is running, such as by a double-click, share its result.
function oneAtATime(run: (services: Services) => Promise<void>): (services: Services) => Promise<void> {
  let running: Promise<void> | undefined;
  return services =>
    (running ??= run(services).finally(() => {
      running = undefined;
    }));
}

// The URL of an endpoint cannot be changed (wire facts 11), so the endpoint is replaced.
async function mayReplace(
  { receiver: { isMisplaced } }: Services,
  connection: Connection,
  { connectionId, connectionName, url }: Registration,
): Promise<boolean> {
  if (connectionId !== connection.id) {
    const detail = `Its endpoint ${url} stays there, and deliveries from it are no longer verified.`;
    const question = `The local receiver is registered with “${connectionName}”. Register it with “${connection.name}” instead?`;
    return confirmed(question, detail, 'Register');
  }
  const why = isMisplaced ? 'uses a port that is no longer available' : 'delivers to it already';
  const detail =
    'An endpoint keeps its address. A new one is created; the old one is deleted with its delivery log.';
  return confirmed(`The endpoint ${url} ${why}. Replace it?`, detail, 'Replace');
}

async function createAt(
  services: Services,
  connection: Connection,
  address: string,
): Promise<RegisteredEndpoint | undefined> {
  const create = async (url: string): Promise<RegisteredEndpoint> => {
    const body = { url, eventTypes: [], description: 'To the local receiver' };
    const created = await createEndpoint(services, body);
    if (!created) throw new Error('The service returned no signing secret for the receiver.');
    return { ...created, url };
  };
  let why = `“${connection.name}” cannot reach this computer.`;
  if (isLocalConnection(connection)) {
    try {
      return await create(address);
    } catch (error) {
      const refused = error instanceof ApiError && (error.status === 400 || error.status === 422);
      if (!refused) throw error;
      why = `“${connection.name}” does not deliver to this computer: ${explain(error).summary}`;
    }
  }
  const url = (await forwardedAddress(address)) ?? (await askAddress(address, why))?.trim();
  if (url !== undefined) return create(url);
  const needed = 'VS Code gives the receiver no public https address here, and none was entered.';
  void dialogs.showWarningMessage(`The local receiver was not registered. ${why} ${needed}`);
  return undefined;
}

async function forwardedAddress(address: string): Promise<string | undefined> {
  try {
    const external = (await vscode.env.asExternalUri(vscode.Uri.parse(address))).toString(true);
    return publicProblem(external) === undefined ? external : undefined;
  } catch {
    return undefined;
  }
}

function askAddress(address: string, why: string): Thenable<string | undefined> {
  return dialogs.showInputBox({
    title: 'Public Address of the Local Receiver',
    prompt: `${why} Start a tunnel that leads to ${address} and enter its public address.`,
    placeHolder: 'https://name-of-your-tunnel.example.com/hook',
    ignoreFocusOut: true,
    validateInput: publicProblem,
  });
}

function publicProblem(text: string): string | undefined {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (url?.protocol !== 'https:') return 'Enter an address that begins with https://.';
  return isLoopbackHost(url.hostname)
    ? 'Enter an address that can be reached from outside this computer.'
    : undefined;
}

async function tell(
  { run, secretClipboard }: Services,
  text: string,
  endpoint: RegisteredEndpoint,
): Promise<void> {
  const test = 'Send Test Event';
  const copy = 'Copy Secret';
  const kept = endpoint.problem ?? "Its signing secret is kept in your system's secret storage.";
  const choice = await dialogs.showInformationMessage(`${text} ${kept}`, test, copy);
  if (choice === copy) await secretClipboard.copySecret(endpoint.secret);
  if (choice !== test) return;
  await run(Command.testWebhook, { kind: 'webhook', record: { id: endpoint.id } });
}
