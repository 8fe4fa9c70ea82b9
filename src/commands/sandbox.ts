import * as vscode from 'vscode';
import { View } from '../manifest.ts';
import { SANDBOX } from '../stores/connection.ts';
import type { Services } from './services.ts';

/** Starts the sandbox, makes it the active connection and shows its actions. */
export async function startSandbox({ connections, session }: Services): Promise<void> {
  await connections.choose(SANDBOX);
  await vscode.window.withProgress({ location: { viewId: View.actions } }, () => session.client());
  await vscode.commands.executeCommand(`${View.actions}.focus`);
}

/** Ends the sandbox; its data stays for the next start. */
export async function stopSandbox({ connections, session, sandbox }: Services): Promise<void> {
  if (session.connection?.kind === 'sandbox') await connections.choose(undefined);
  await sandbox.stop();
}
