import * as vscode from 'vscode';
import { SECTION, Setting } from '../manifest.ts';
import type { Connection } from '../stores/connection.ts';
import {
  checkConnectionSettings,
  type ConnectionSetting,
  isConnectionSetting,
  type UnusableConnection,
} from '../stores/connectionSettings.ts';

/**
 * Returns the valid connections in the user settings. The setting has application scope, so that a workspace can
 * neither add a connection nor redirect a key.
 */
export function readConnections(): readonly Connection[] {
  return checkConnectionSettings(rawConnections()).usable;
}

/** Returns the entries of the user settings that are ignored. */
export function unusableConnections(): readonly UnusableConnection[] {
  return checkConnectionSettings(rawConnections()).unusable;
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

// Returned unfiltered, so that writing the setting keeps invalid entries for the user to correct.
function rawConnections(): readonly unknown[] {
  const value: unknown = vscode.workspace.getConfiguration(SECTION).get(Setting.connections);
  return Array.isArray(value) ? value : [];
}

function nameOf(entry: unknown): string | undefined {
  return isConnectionSetting(entry) ? entry.name : undefined;
}

async function writeConnections(entries: readonly unknown[]): Promise<void> {
  await vscode.workspace
    .getConfiguration(SECTION)
    .update(Setting.connections, entries, vscode.ConfigurationTarget.Global);
}

/** The options of the sandbox with the maximum of each setting, as in package.json. */
const TRACE_OPTIONS = [
  ['--trace-runs', Setting.traceRuns, 10_000],
  ['--trace-days', Setting.traceDays, 3650],
] as const;

/** Returns the command-line options for the traces that the sandbox keeps; those with an invalid setting are omitted. */
export function traceOptions(): readonly string[] {
  const settings = vscode.workspace.getConfiguration(SECTION);
  return TRACE_OPTIONS.flatMap(([option, setting, most]) => {
    const value: unknown = settings.get(setting);
    const isValid = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;
    return isValid ? [option, String(value)] : [];
  });
}

/** Returns the path of adb, or its name if it is found by the search path of the system. */
export function adbPath(): string {
  const path: unknown = vscode.workspace.getConfiguration(SECTION).get(Setting.adbPath);
  return typeof path === 'string' && path.trim() !== '' ? path.trim() : 'adb';
}
