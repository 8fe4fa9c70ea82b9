import * as vscode from 'vscode';
import { SECTION, Setting } from '../manifest.ts';
import { checkBaseUrl, type Connection, serviceConnection } from '../stores/connection.ts';

/** A connection in the user settings. */
export interface ConnectionSetting {
  readonly name: string;
  readonly baseUrl: string;
  readonly headerPrefix?: string;
  /** The original name of a renamed connection, under which its key and links are stored. */
  readonly keptAs?: string;
}

/**
 * Returns the valid connections in the user settings. The setting has application scope, so that a workspace can
 * neither add a connection nor redirect a key.
 */
export function readConnections(): Connection[] {
  return connectionSettings().flatMap(entry => {
    const checked = checkBaseUrl(entry.baseUrl);
    return 'url' in checked
      ? [serviceConnection(entry.name, checked.url, entry.headerPrefix, entry.keptAs)]
      : [];
  });
}

/** An invalid entry of the setting, with a sentence about the problem. */
export interface UnusableConnection {
  readonly name: string;
  readonly problem: string;
}

/** Returns the invalid entries of the user settings. */
export function unusableConnections(): UnusableConnection[] {
  return rawConnections().flatMap((entry, at): UnusableConnection[] => {
    if (!isConnectionSetting(entry))
      return [{ name: `number ${at + 1}`, problem: 'It needs a name and an address, both as text.' }];
    const checked = checkBaseUrl(entry.baseUrl);
    return 'problem' in checked ? [{ name: entry.name, problem: checked.problem }] : [];
  });
}

/** Adds a connection to the user settings, replacing one with the same name. */
export async function saveConnection(added: ConnectionSetting): Promise<void> {
  await writeConnections([...rawConnections().filter(entry => nameOf(entry) !== added.name), added]);
}

/** Replaces the connection with this name by another, which may have a new name. */
export async function replaceConnection(name: string, changed: ConnectionSetting): Promise<void> {
  await writeConnections(rawConnections().map(entry => (nameOf(entry) === name ? changed : entry)));
}

/** Removes the connection with this name from the user settings. */
export async function dropConnection(name: string): Promise<void> {
  await writeConnections(rawConnections().filter(entry => nameOf(entry) !== name));
}

/** Calls the listener when the connections in the user settings change. */
export function onConnectionsChanged(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration(event => {
    if (event.affectsConfiguration(`${SECTION}.${Setting.connections}`)) listener();
  });
}

function connectionSettings(): ConnectionSetting[] {
  return rawConnections().filter(isConnectionSetting);
}

// Returned unfiltered, so that writing the setting keeps invalid entries for the user to correct.
function rawConnections(): readonly unknown[] {
  const value: unknown = vscode.workspace.getConfiguration(SECTION).get(Setting.connections);
  return Array.isArray(value) ? value : [];
}

function nameOf(entry: unknown): string | undefined {
  return isConnectionSetting(entry) ? entry.name : undefined;
}

function isConnectionSetting(value: unknown): value is ConnectionSetting {
  if (typeof value !== 'object' || value === null) return false;
  const { name, baseUrl, headerPrefix, keptAs } = value as Record<string, unknown>;
  return (
    typeof name === 'string' &&
    name.trim() !== '' &&
    typeof baseUrl === 'string' &&
    [headerPrefix, keptAs].every(text => text === undefined || typeof text === 'string')
  );
}

async function writeConnections(entries: readonly unknown[]): Promise<void> {
  await vscode.workspace
    .getConfiguration(SECTION)
    .update(Setting.connections, entries, vscode.ConfigurationTarget.Global);
}
