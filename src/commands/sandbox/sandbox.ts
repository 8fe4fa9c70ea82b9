import * as vscode from 'vscode';
import { dialogs } from '../../host/dialogs.ts';
import { View } from '../../manifest.ts';
import { SANDBOX } from '../../stores/connection.ts';
import type { SandboxServices } from './sandboxServices.ts';

/** Makes the sandbox the active connection, starts it and shows its actions. */
export async function startSandbox({ connections, on }: SandboxServices): Promise<void> {
  await connections.choose(SANDBOX);
  const { session } = on(SANDBOX);
  await dialogs.withProgress({ location: { viewId: View.actions } }, () => session.client());
  await vscode.commands.executeCommand(`${View.actions}.focus`);
}

/** Stops the sandbox; its data remains for the next start. */
export async function stopSandbox({ connections, on, sandbox }: SandboxServices): Promise<void> {
  if (on(SANDBOX).session.isActive) await connections.choose(undefined);
  await sandbox.stop();
}
