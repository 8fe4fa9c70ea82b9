import * as vscode from 'vscode';
import { SECTION, Setting } from '../manifest.ts';
import { checkBaseUrl, type Connection, serviceConnection } from '../stores/connection.ts';

/** A connection as people write it in their user settings. */
export interface ConnectionSetting {
  readonly name: string;
  readonly baseUrl: string;
  readonly headerPrefix?: string;
}

/**
 * The connections of the user settings. The setting has application scope, so a workspace can neither add a
 * connection nor change where a key is sent; entries that are not usable are left out.
 */
export function readConnections(): Connection[] {
  return connectionSettings().flatMap(entry => {
    const checked = checkBaseUrl(entry.baseUrl);
    return 'url' in checked ? [serviceConnection(entry.name, checked.url, entry.headerPrefix)] : [];
  });
}

/** Adds a connection to the user settings, replacing one of the same name. */
export async function saveConnection(added: ConnectionSetting): Promise<void> {
  const others = connectionSettings().filter(entry => entry.name !== added.name);
  await writeConnections([...others, added]);
}

/** Takes the connection of this name out of the user settings. */
export async function dropConnection(name: string): Promise<void> {
  await writeConnections(connectionSettings().filter(entry => entry.name !== name));
}

/** Tells when the connections of the user settings changed. */
export function onConnectionsChanged(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration(event => {
    if (event.affectsConfiguration(`${SECTION}.${Setting.connections}`)) listener();
  });
}

function connectionSettings(): ConnectionSetting[] {
  const value: unknown = vscode.workspace.getConfiguration(SECTION).get(Setting.connections);
  return Array.isArray(value) ? value.filter(isConnectionSetting) : [];
}

function isConnectionSetting(value: unknown): value is ConnectionSetting {
  if (typeof value !== 'object' || value === null) return false;
  const { name, baseUrl, headerPrefix } = value as Record<string, unknown>;
  return (
    typeof name === 'string' &&
    name.trim() !== '' &&
    typeof baseUrl === 'string' &&
    (headerPrefix === undefined || typeof headerPrefix === 'string')
  );
}

async function writeConnections(entries: readonly ConnectionSetting[]): Promise<void> {
  await vscode.workspace
    .getConfiguration(SECTION)
    .update(Setting.connections, entries, vscode.ConfigurationTarget.Global);
}
