import * as vscode from 'vscode';
import { SECTION, Setting } from '../manifest.ts';
import { dialogs } from '../host/dialogs.ts';
import { onConnectionsChanged, readConnections, unusableConnections } from '../host/settings.ts';
import { forgetConnection, type ConnectionData } from './forgetConnection.ts';

const OPEN = 'Open Settings';

/**
 * Warns about invalid connections in the settings, once per problem, and offers to delete the keys of connections that
 * were removed from the settings manually.
 */
export function watchConnectionSettings(kept: ConnectionData): vscode.Disposable {
  const shown = new Set<string>();
  const showOnce = (text: string, show: () => Promise<void>): void => {
    if (shown.has(text)) return;
    shown.add(text);
    void show();
  };
  const check = (): void => {
    for (const { name, problem } of unusableConnections()) {
      const text = `The connection “${name}” in the settings is ignored. ${problem}`;
      showOnce(text, () => offerSettings(text));
    }
    const known = idsInSettings();
    for (const id of kept.keys.ids.filter(keyId => !known.includes(keyId))) {
      showOnce(`key ${id}`, () => offerDeleting(kept, id));
    }
  };
  check();
  return onConnectionsChanged(() => {
    // A connection that returns and is removed again triggers a new message.
    for (const { id } of readConnections()) shown.delete(`key ${id}`);
    check();
  });
}

export async function openConnectionSettings(): Promise<void> {
  const query = `@id:${SECTION}.${Setting.connections}`;
  await vscode.commands.executeCommand('workbench.action.openSettings', query);
}

async function offerSettings(text: string): Promise<void> {
  if ((await dialogs.showWarningMessage(text, OPEN)) === OPEN) await openConnectionSettings();
}

async function offerDeleting(kept: ConnectionData, id: string): Promise<void> {
  const [name, address] = id.split('|');
  const text = `The connection “${name ?? ''}” (${address ?? ''}) is no longer in the settings, but its API key is still stored, with its cached catalog and its secrets of webhooks and mailboxes.`;
  const remove = 'Delete Them';
  if ((await dialogs.showInformationMessage(text, remove)) !== remove) return;
  // The connection may have returned to the settings while the message was shown.
  if (!idsInSettings().includes(id)) await forgetConnection(kept, id);
}

// A connection that is ignored because of its name is still in the settings.
function idsInSettings(): readonly string[] {
  const ignored = unusableConnections().flatMap(({ connection }) => connection ?? []);
  return [...readConnections(), ...ignored].map(({ id }) => id);
}
