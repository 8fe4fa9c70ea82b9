import * as vscode from 'vscode';
import { SECTION, Setting } from '../manifest.ts';
import { checkBaseUrl, type Connection, serviceConnection } from '../stores/connection.ts';

/** A connection as people write it in their user settings. */
export interface ConnectionSetting {
  readonly name: string;
  readonly baseUrl: string;
  readonly headerPrefix?: string;
  /** The former name of one that was renamed, under which its key and its links are kept. */
  readonly keptAs?: string;
}

/**
 * The connections of the user settings. The setting has application scope, so a workspace can neither add a
 * connection nor change where a key is sent; entries that are not usable are left out.
 */
export function readConnections(): Connection[] {
  return connectionSettings().flatMap(entry => {
    const checked = checkBaseUrl(entry.baseUrl);
    return 'url' in checked
      ? [serviceConnection(entry.name, checked.url, entry.headerPrefix, entry.keptAs)]
      : [];
  });
}

/** An entry of the setting that cannot be used, and what is wrong with it in a sentence. */
export interface UnusableConnection {
  readonly name: string;
  readonly problem: string;
}

/** The entries of the user settings that are left out. */
export function unusableConnections(): UnusableConnection[] {
  return rawConnections().flatMap((entry, at): UnusableConnection[] => {
    if (!isConnectionSetting(entry))
      return [{ name: `number ${at + 1}`, problem: 'It needs a name and an address, both as text.' }];
    const checked = checkBaseUrl(entry.baseUrl);
    return 'problem' in checked ? [{ name: entry.name, problem: checked.problem }] : [];
  });
}

/** Adds a connection to the user settings, replacing one of the same name. */
export async function saveConnection(added: ConnectionSetting): Promise<void> {
  await writeConnections([...rawConnections().filter(entry => nameOf(entry) !== added.name), added]);
}

/** Puts a connection in the place of the one of another name, or of the same. */
export async function replaceConnection(name: string, changed: ConnectionSetting): Promise<void> {
  await writeConnections(rawConnections().map(entry => (nameOf(entry) === name ? changed : entry)));
}

/** Takes the connection of this name out of the user settings. */
export async function dropConnection(name: string): Promise<void> {
  await writeConnections(rawConnections().filter(entry => nameOf(entry) !== name));
}

/** Tells when the connections of the user settings changed. */
export function onConnectionsChanged(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration(event => {
    if (event.affectsConfiguration(`${SECTION}.${Setting.connections}`)) listener();
  });
}

function connectionSettings(): ConnectionSetting[] {
  return rawConnections().filter(isConnectionSetting);
}

// As they stand in the settings: an entry with a mistake is left for its author to mend.
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
