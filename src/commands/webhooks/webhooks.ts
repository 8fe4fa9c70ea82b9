import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import type { Client } from '../../client/client.ts';
import type { EVENT_TYPES } from '../../contract/enumerations.ts';
import type {
  HttpEndpoint,
  IntegrationEndpoint,
  WebhookIntegration,
} from '../../contract/records/webhook.ts';
import { Limits } from '../../contract/limits.ts';
import { ifAnswered } from '../../deploy/remoteFlow.ts';
import { dialogs } from '../../host/dialogs.ts';
import { isNotOffered } from '../../stores/notOffered.ts';
import { type Connection, isLocalConnection } from '../../stores/connection.ts';
import { plainText } from '../../util/plainText.ts';
import { confirmed, done } from '../prompts/ask.ts';
import { endpointProblem } from './endpointProblem.ts';
import { forWebhook } from './webhookList.ts';

/** Descriptions of the event types in the specification. */
const NAMED_EVENTS: Readonly<Record<(typeof EVENT_TYPES)[number], string>> = {
  'webhook.test': 'a test delivery',
  'task.run.completed': 'a task run completed',
  'task.run.failed': 'a task run failed',
  'workflow.run.failed': 'a workflow run failed',
  'chat.turn.failed': 'a turn of the assistant failed',
  'triggers.notification': 'a workflow notification',
};

const COPY: vscode.MessageItem = { title: 'Copy Secret' };
const COPY_AND_DISCARD: vscode.MessageItem = { title: 'Copy and Discard' };
// Without it, VS Code closes the dialog with “Cancel”, which would undo nothing.
const CLOSE: vscode.MessageItem = { title: 'Close', isCloseAffordance: true };

/** The address or the integration that gets the events of an endpoint. */
type EndpointTarget = Pick<HttpEndpoint, 'url'> | Pick<IntegrationEndpoint, 'kind' | 'capability' | 'args'>;

type EventPick = vscode.QuickPickItem & { readonly type?: string };

/**
 * Prompts for a URL or the target of an integration, an event filter and a description, and creates an endpoint. Its
 * secret is stored and can be copied.
 */
export async function createWebhook(services: Services): Promise<void> {
  const connection = services.session.require();
  const target = await chooseTarget(await services.session.client(), connection);
  if (!target) return;
  const eventTypes = await pickEvents(services, []);
  if (!eventTypes) return;
  const description = await askDescription();
  if (description === undefined) return;
  const endpoint = await createEndpoint(services, {
    ...target,
    eventTypes,
    ...(description !== '' && { description }),
  });
  const text = 'The endpoint was created.';
  if (endpoint) await handOver(services, connection, endpoint, text);
  else if ('url' in target)
    void dialogs.showWarningMessage(
      `${text} The service returned no signing secret. Rotate the secret to get one.`,
    );
  else done(text);
}

async function chooseTarget(client: Client, connection: Connection): Promise<EndpointTarget | undefined> {
  // An endpoint with an address needs no integrations.
  const reply = await ifAnswered(client.listWebhookIntegrations({}));
  const usable = (reply?.value.data ?? []).filter(
    ({ connection: state, deprecated }) => state === 'connected' && deprecated !== true,
  );
  if (usable.length === 0) return askUrl(connection);
  const address = {
    label: '$(link) Address…',
    description: 'Receives signed events',
    integration: undefined,
  };
  const picked = await dialogs.showQuickPick(
    [address, ...usable.map(integration => ({ label: `$(plug) ${integration.label}`, integration }))],
    { title: 'Create Webhook', placeHolder: 'Choose where the events go', ignoreFocusOut: true },
  );
  if (!picked) return undefined;
  return picked.integration ? chooseIntegrationTarget(client, picked.integration) : askUrl(connection);
}

async function chooseIntegrationTarget(
  client: Client,
  { capability, label }: WebhookIntegration,
): Promise<EndpointTarget | undefined> {
  const { id: capabilityId, revision } = capability;
  const { data } = (await client.listIntegrationTargets({ params: { capabilityId }, query: { revision } }))
    .value;
  if (data.length === 0) throw new Error(`${plainText(label)} has no target for events.`);
  const picked = await dialogs.showQuickPick(
    data.map(({ label: name, isPrivate, args }) => ({
      label: name,
      description: isPrivate === true ? 'private' : '',
      args,
    })),
    { title: `Create Webhook: ${label}`, placeHolder: 'Choose where the events go', ignoreFocusOut: true },
  );
  return picked && { kind: 'integration', capability, args: picked.args };
}

async function askUrl(connection: Connection): Promise<EndpointTarget | undefined> {
  const isLocal = isLocalConnection(connection);
  const url = await dialogs.showInputBox({
    title: 'Create Webhook',
    prompt: isLocal
      ? 'Public https:// address that receives the events, or http://127.0.0.1 with a port of this computer'
      : 'Public https:// address that receives the events',
    placeHolder: 'https://example.com/hook',
    ignoreFocusOut: true,
    validateInput: value => endpointProblem(value, isLocal),
  });
  return url === undefined ? undefined : { url: url.trim() };
}

/** An endpoint with its secret, which the service returns only once. */
export interface EndpointSecret {
  readonly id: string;
  readonly secret: string;
  /** A sentence on why the secret could not be stored; undefined if it was. */
  readonly problem: string | undefined;
}

/**
 * Creates an endpoint, stores its secret first and refreshes the list. Returns undefined without a secret, as of an
 * integration.
 */
export async function createEndpoint(
  services: Services,
  body: EndpointTarget & { readonly eventTypes: string[]; readonly description?: string },
): Promise<EndpointSecret | undefined> {
  const { session, webhooks, createdWebhooks } = services;
  const connection = session.require();
  const client = await session.client();
  const { secret, ...created } = (await client.createWebhook({ body })).value.data;
  const kept = secret == null ? undefined : await keep(services, connection, { id: created.id, secret });
  await webhooks.refresh();
  // If another connection is active, it is unknown whether this one lists its endpoints.
  if (webhooks.notOffered || !session.isActive) {
    await createdWebhooks.add(connection.id, created);
    await webhooks.refresh();
  }
  return kept;
}

/** Replaces the secret of an endpoint after confirmation; the old one stops working at once. */
export const rotateWebhook = forWebhook('Rotate Secret', async (services, id, name) => {
  const connection = services.session.require();
  const detail =
    'The old secret stops working at once: receivers that hold it refuse deliveries until they get the new one.';
  if (!(await confirmed(`Rotate the signing secret of “${name}”?`, detail, 'Rotate'))) return;
  const client = await services.session.client();
  const { data } = (await client.rotateWebhookSecret({ params: { id } })).value;
  const { secret } = data;
  const kept = await keep(services, connection, { id, secret });
  await handOver(services, connection, kept, `The secret of “${name}” was rotated.`);
});

/** Copies the stored secret of an endpoint. Throws if it is not stored on this computer. */
export const copyWebhookSecret = forWebhook('Copy Signing Secret', async (services, id) => {
  const connection = services.session.require();
  const secret = await services.webhookSecrets.read(connection.id, id);
  if (secret === undefined)
    throw new Error(
      'The signing secret of this endpoint is not kept on this computer. Rotate it to get a new one.',
    );
  await services.secretClipboard.copySecret(secret);
  done('Copied the signing secret.');
});

export const editWebhookEvents = forWebhook('Choose Webhook Events', async (services, id) => {
  const eventTypes = await pickEvents(services, await eventTypesOf(services, id));
  if (!eventTypes) return;
  const client = await services.session.client();
  await client.updateWebhook({ params: { id }, body: { eventTypes } });
  await services.webhooks.refresh();
  done('Changed the events of the endpoint.');
});

// An endpoint on an unread page must be fetched, so that its event types are not lost.
async function eventTypesOf({ session, webhooks }: Services, id: string): Promise<readonly string[]> {
  const known = webhooks.byId(id);
  if (known) return known.eventTypes ?? [];
  const client = await session.client();
  return (await client.getWebhook({ params: { id } })).value.data.eventTypes ?? [];
}

async function askDescription(): Promise<string | undefined> {
  const text = await dialogs.showInputBox({
    title: 'Description of the Endpoint',
    prompt: 'The name of the endpoint in lists. Leave empty to show its address.',
    ignoreFocusOut: true,
    validateInput: value =>
      value.trim().length > Limits.webhookDescription
        ? `Enter at most ${Limits.webhookDescription} characters.`
        : undefined,
  });
  return text?.trim();
}

async function pickEvents({ session }: Services, chosen: readonly string[]): Promise<string[] | undefined> {
  const listed = await eventPicks(await session.client());
  const unlisted = chosen.filter(type => !listed.some(pick => pick.type === type));
  const others: EventPick[] = [
    { label: 'not listed', kind: vscode.QuickPickItemKind.Separator },
    ...unlisted.map(type => ({ label: type, type })),
  ];
  const items = [...listed, ...(unlisted.length > 0 ? others : [])].map((pick): EventPick => ({
    ...pick,
    picked: chosen.includes(pick.type ?? ''),
  }));
  const picked = await dialogs.showQuickPick(items, {
    title: 'Events of the Endpoint',
    placeHolder: 'Choose none to receive every event',
    canPickMany: true,
    ignoreFocusOut: true,
    matchOnDescription: true,
  });
  return picked?.flatMap(({ type }) => type ?? []);
}

async function eventPicks(client: Client): Promise<EventPick[]> {
  try {
    const { sources } = (await client.listEventTypes({})).value.data;
    return sources.flatMap(({ source, events }): EventPick[] => [
      { label: source, kind: vscode.QuickPickItemKind.Separator },
      ...events
        .filter(({ surfaces }) => surfaces?.webhook !== false)
        .map(({ type, description }) => ({ label: type, description: description ?? '', type })),
    ]);
  } catch (error) {
    if (!isNotOffered(error)) throw error;
    const label = 'named in the interface';
    return [
      { label, kind: vscode.QuickPickItemKind.Separator },
      ...Object.entries(NAMED_EVENTS).map(([type, description]) => ({ label: type, description, type })),
    ];
  }
}

// Stored before any other action, since the service does not return the secret again.
async function keep(
  { webhookSecrets, log }: Services,
  connection: Connection,
  { id, secret }: { readonly id: string; readonly secret: string },
): Promise<EndpointSecret> {
  try {
    await webhookSecrets.store(connection.id, id, secret);
    return { id, secret, problem: undefined };
  } catch (error) {
    log.error(error instanceof Error ? error : String(error));
    const problem = 'It could not be kept in the secret storage of your system: copy it now.';
    return { id, secret, problem };
  }
}

// Secrets are never displayed. Dismissing the dialog keeps the secret; only “Copy and Discard” deletes it.
async function handOver(
  services: Services,
  connection: Connection,
  { id, secret, problem }: EndpointSecret,
  text: string,
): Promise<void> {
  const choice = await dialogs.showInformationMessage(
    `${text} The service shows the signing secret only once.`,
    {
      modal: true,
      detail:
        problem ??
        "It is stored in your system's secret storage and verifies deliveries. Use Copy Signing Secret to copy it again.",
    },
    COPY,
    COPY_AND_DISCARD,
    CLOSE,
  );
  const isCopied = choice === COPY || choice === COPY_AND_DISCARD;
  if (isCopied) await services.secretClipboard.copySecret(secret);
  if (choice === COPY_AND_DISCARD) await services.webhookSecrets.delete(connection.id, id);
}
