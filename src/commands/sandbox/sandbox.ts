import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import { dialogs } from '../../host/dialogs.ts';
import { View } from '../../manifest.ts';
import { SANDBOX } from '../../stores/connection.ts';

/** Makes the sandbox the active connection, starts it and shows its flows. */
export async function startSandbox({ connections, on }: Services): Promise<void> {
  await connections.choose(SANDBOX);
  const { session } = on(SANDBOX);
  await dialogs.withProgress({ location: { viewId: View.flows } }, () => session.client());
  await vscode.commands.executeCommand(`${View.flows}.focus`);
}

/** Stops the sandbox; its data remains for the next start. */
export async function stopSandbox({ connections, on, sandbox }: Services): Promise<void> {
  if (on(SANDBOX).session.isActive) await connections.choose(undefined);
  await sandbox.stop();
}
