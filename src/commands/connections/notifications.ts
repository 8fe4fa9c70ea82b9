import * as vscode from 'vscode';
import type { NotificationCatalog } from '../../contract/records/notification.ts';
import { dialogs } from '../../host/dialogs.ts';
import { RestrictedError } from '../../wording/explain.ts';
import type { Services } from '../commandServices.ts';
import { done } from '../prompts/ask.ts';

type EventPick = vscode.QuickPickItem & { readonly type?: string };

/** Prompts for the events that the active service notifies the user about. */
export async function chooseNotifications({ session }: Services): Promise<void> {
  const { name } = session.require();
  if (!vscode.workspace.isTrusted) throw new RestrictedError();
  const client = await session.client();
  const [catalog, preferences] = await Promise.all([
    client.listNotificationTypes({}),
    client.getNotificationPreferences({}),
  ]);
  const sources = catalog.value.data;
  const muted = new Set(preferences.value.data.mutedTypes);
  const listed = new Set(sources.flatMap(({ events }) => events.map(({ type }) => type)));
  if (listed.size === 0) throw new Error(`“${name}” lists no kinds of events that it notifies about.`);
  const title = `Notifications of “${name}”`;
  const items = [
    {
      label: '$(list-selection) Choose Events…',
      description: shareOf(listed, muted),
      change: async () => {
        const chosen = await pickEvents(title, sources, muted);
        // A type that is muted and not listed stays muted.
        const mutedTypes = [...new Set([...muted, ...listed])].filter(type => chosen?.has(type) === false);
        return chosen && client.updateNotificationPreferences({ body: { mutedTypes } });
      },
    },
    {
      label: '$(bell) All Events',
      change: () => client.updateNotificationPreferences({ body: { mutedTypes: [] } }),
    },
    {
      label: '$(error) Only Failures',
      change: () => client.applyNotificationPreset({ body: { preset: 'failures' } }),
    },
    {
      label: '$(star) Recommended',
      description: 'as the service chooses, without events that only report progress',
      change: () => client.applyNotificationPreset({ body: { preset: 'recommended' } }),
    },
  ];
  const picked = await dialogs.showQuickPick(items, {
    title,
    placeHolder: 'Choose what the service notifies you about',
    ignoreFocusOut: true,
  });
  const reply = await picked?.change();
  if (reply) done(`“${name}” notifies you about ${shareOf(listed, new Set(reply.value.data.mutedTypes))}.`);
}

function shareOf(listed: ReadonlySet<string>, muted: ReadonlySet<string>): string {
  return `${[...listed].filter(type => !muted.has(type)).length} of ${listed.size} kinds of events`;
}

async function pickEvents(
  title: string,
  sources: NotificationCatalog,
  muted: ReadonlySet<string>,
): Promise<ReadonlySet<string> | undefined> {
  const items = sources.flatMap(({ source, label: heading, events }): EventPick[] => [
    { label: heading ?? source, kind: vscode.QuickPickItemKind.Separator },
    ...events.map(({ type, label, description }) => ({
      label: label ?? type,
      description: type,
      detail: description ?? '',
      picked: !muted.has(type),
      type,
    })),
  ]);
  const picked = await dialogs.showQuickPick(items, {
    title,
    placeHolder: 'The service notifies you about the chosen events',
    canPickMany: true,
    ignoreFocusOut: true,
    matchOnDescription: true,
  });
  return picked && new Set(picked.flatMap(({ type }) => type ?? []));
}
