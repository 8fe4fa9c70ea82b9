import * as vscode from 'vscode';
import type { Client } from '../client/client.ts';
import type { EVENT_TYPES } from '../contract/enumerations.ts';
import { isNotOffered } from '../stores/notOffered.ts';
import { confirmed, done } from './ask.ts';
import type { Services } from './services.ts';
import { webhookFor } from './webhookList.ts';

/** What the events that the specification names are about. */
const NAMED_EVENTS: Readonly<Record<(typeof EVENT_TYPES)[number], string>> = {
  'webhook.test': 'a test delivery',
  'task.run.completed': 'a task run completed',
  'task.run.failed': 'a task run failed',
  'workflow.run.failed': 'a workflow run failed',
  'chat.turn.failed': 'a turn of the assistant failed',
  'triggers.notification': 'a workflow notification',
};

type EventPick = vscode.QuickPickItem & { readonly type?: string };

/** Asks for an address and a filter and creates an endpoint; its secret is shown this once. */
export async function createWebhook(services: Services): Promise<void> {
  services.session.require();
  const url = await vscode.window.showInputBox({
    title: 'Create Webhook',
    prompt: 'Public https address that receives the events; the sandbox also takes http://127.0.0.1',
    placeHolder: 'https://example.com/hook',
    ignoreFocusOut: true,
    validateInput: value => (isAddress(value) ? undefined : 'Enter an address that begins with https://.'),
  });
  if (url === undefined) return;
  const eventTypes = await pickEvents(services, []);
  if (!eventTypes) return;
  const endpoint = await createEndpoint(services, { url: url.trim(), eventTypes });
  await handOver(services, endpoint, 'The endpoint was created.');
}

/** Creates an endpoint and shows it; answers its id and the secret, which the service tells this once. */
export async function createEndpoint(
  { session, webhooks, createdWebhooks }: Services,
  body: { readonly url: string; readonly eventTypes: string[]; readonly description?: string },
): Promise<{ readonly id: string; readonly secret: string }> {
  const client = await session.client();
  const { secret, ...created } = (await client.createWebhook({ body })).value.data;
  await webhooks.refresh();
  if (webhooks.notOffered) {
    await createdWebhooks.add(session.require().id, created);
    await webhooks.refresh();
  }
  return { id: created.id, secret };
}

/** Replaces the secret of an endpoint after a question; the old one stops working at once. */
export async function rotateWebhook(services: Services, argument?: unknown): Promise<void> {
  services.session.require();
  const id = await webhookFor(services, 'Rotate Secret', argument);
  if (id === undefined) return;
  const detail =
    'The old secret stops working at once: receivers that hold it refuse deliveries until they get the new one.';
  if (!(await confirmed('Rotate the signing secret?', detail, 'Rotate'))) return;
  const client = await services.session.client();
  const { data } = (await client.rotateWebhookSecret({ params: { id } })).value;
  await handOver(services, data, 'The secret was rotated.');
}

/** Asks which events an endpoint shall receive. */
export async function editWebhookEvents(services: Services, argument?: unknown): Promise<void> {
  services.session.require();
  const id = await webhookFor(services, 'Choose Webhook Events', argument);
  if (id === undefined) return;
  const eventTypes = await pickEvents(services, await eventTypesOf(services, id));
  if (!eventTypes) return;
  const client = await services.session.client();
  await client.updateWebhook({ params: { id }, body: { eventTypes } });
  await services.webhooks.refresh();
  done('Changed the events of the endpoint.');
}

// One of a page that is not shown is not among those read, and what it receives must not be lost over that.
async function eventTypesOf({ session, webhooks }: Services, id: string): Promise<readonly string[]> {
  const known = webhooks.byId(id);
  if (known) return known.eventTypes ?? [];
  const client = await session.client();
  return (await client.getWebhook({ params: { id } })).value.data.eventTypes ?? [];
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
  const picked = await vscode.window.showQuickPick(items, {
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

// The service shows a secret once; here it goes to the clipboard or the secret storage, never on the screen.
async function handOver(
  services: Services,
  { id, secret }: { readonly id: string; readonly secret: string },
  text: string,
): Promise<void> {
  const connection = services.session.require();
  const choice = await vscode.window.showInformationMessage(
    `${text} Its signing secret is available only now.`,
    {
      modal: true,
      detail: "Keep it in your system's secret storage to verify deliveries here as well.",
    },
    'Keep and Copy',
    'Keep',
    'Copy',
  );
  // A secret that was kept before is not the one any more.
  if (choice?.startsWith('Keep')) await services.webhookSecrets.store(connection.id, id, secret);
  else await services.webhookSecrets.delete(connection.id, id);
  if (choice?.endsWith('Copy')) await vscode.env.clipboard.writeText(secret);
}

function isAddress(text: string): boolean {
  return (
    /^https:\/\/|^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/.test(text.trim()) &&
    URL.canParse(text.trim())
  );
}
