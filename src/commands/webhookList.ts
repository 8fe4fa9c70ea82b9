import * as vscode from 'vscode';
import { WEBHOOK_FILTERS } from '../contract/enumerations.ts';
import { type Choice, chooseId } from './ask.ts';
import { linesOf } from './lineArgument.ts';
import { requireList } from './notOfferedError.ts';
import type { Services } from './services.ts';

/** Reads endpoints and deliveries anew. */
export async function refreshWebhooks({ session, webhooks, deliveries }: Services): Promise<void> {
  session.require();
  deliveries.forget();
  await webhooks.refresh();
}

/** Asks for a part of the address or description; an empty text shows every endpoint again. */
export async function searchWebhooks({ session, webhooks }: Services): Promise<void> {
  session.require();
  requireList(webhooks, 'webhook endpoints');
  const text = await vscode.window.showInputBox({
    title: 'Search Webhooks',
    prompt: 'Part of an address or description; empty shows every endpoint',
    value: webhooks.filter.search,
  });
  if (text !== undefined) await webhooks.show({ ...webhooks.filter, search: text.trim() });
}

/** Asks which endpoints shall be shown. */
export async function filterWebhooks({ session, webhooks }: Services): Promise<void> {
  session.require();
  requireList(webhooks, 'webhook endpoints');
  const picked = await vscode.window.showQuickPick(
    [{ label: 'All', status: undefined }, ...WEBHOOK_FILTERS.map(status => ({ label: status, status }))],
    { title: 'Show Webhooks' },
  );
  if (picked) await webhooks.show({ ...webhooks.filter, status: picked.status });
}

/** The endpoint that a command is about: the line it was called on, or one that is chosen. */
export async function webhookFor(
  services: Services,
  title: string,
  argument: unknown,
): Promise<string | undefined> {
  const [line] = linesOf('webhook', argument, undefined);
  return line?.record.id ?? (await chooseId(title, choices(services)));
}

async function choices({ webhooks }: Services): Promise<Choice[]> {
  await webhooks.ensure();
  return webhooks.state.items.map(({ id, url, description }) => ({
    id,
    label: description || url,
    description: description ? url : '',
  }));
}
