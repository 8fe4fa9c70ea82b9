import * as vscode from 'vscode';
import type { SandboxClient } from '../client/sandboxClient.ts';
import type { Services } from './services.ts';

/** A client for what only the sandbox has. Where the sandbox does not run, that is said and nothing is answered. */
export async function runningSandbox({ sandbox, clients }: Services): Promise<SandboxClient | undefined> {
  if (sandbox.running) return clients.openSandbox();
  void vscode.window.showInformationMessage('The sandbox is not running. Start it first.');
  return undefined;
}

/** Makes the views read everything anew if they show the sandbox, whose data were replaced. */
export function readAnew({ session }: Services): void {
  if (session.connection?.kind === 'sandbox') session.use(session.connection);
}
