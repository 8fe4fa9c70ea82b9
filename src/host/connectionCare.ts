import * as vscode from 'vscode';
import { SECTION, Setting } from '../manifest.ts';
import type { Keys } from './keys.ts';
import { onConnectionsChanged, readConnections, unusableConnections } from './settings.ts';

const OPEN = 'Open Settings';

/**
 * Tells of connections in the settings that cannot be used, once for each mistake, and offers to delete the keys of
 * connections that were taken out of the settings by hand.
 */
export function careForConnections(keys: Keys): vscode.Disposable {
  const told = new Set<string>();
  const tellOnce = (text: string, tell: () => Promise<void>): void => {
    if (told.has(text)) return;
    told.add(text);
    void tell();
  };
  const look = (): void => {
    for (const { name, problem } of unusableConnections()) {
      const text = `The connection “${name}” in the settings is ignored. ${problem}`;
      tellOnce(text, () => offerSettings(text));
    }
    const known = readConnections().map(({ id }) => id);
    for (const id of keys.ids.filter(one => !known.includes(one))) {
      tellOnce(`key ${id}`, () => offerDeleting(keys, id));
    }
  };
  look();
  return onConnectionsChanged(() => {
    // One that is there again and goes once more is told of again.
    for (const { id } of readConnections()) told.delete(`key ${id}`);
    look();
  });
}

/** Opens the setting that holds the connections. */
export async function openConnectionSettings(): Promise<void> {
  const query = `@id:${SECTION}.${Setting.connections}`;
  await vscode.commands.executeCommand('workbench.action.openSettings', query);
}

async function offerSettings(text: string): Promise<void> {
  if ((await vscode.window.showWarningMessage(text, OPEN)) === OPEN) await openConnectionSettings();
}

async function offerDeleting(keys: Keys, id: string): Promise<void> {
  const [name, address] = id.split('|');
  const text = `The connection “${name ?? ''}” (${address ?? ''}) is no longer in the settings, but its API key is still stored.`;
  const remove = 'Delete Key';
  if ((await vscode.window.showInformationMessage(text, remove)) !== remove) return;
  // It may have come back meanwhile.
  if (!readConnections().some(one => one.id === id)) await keys.delete({ id });
}
