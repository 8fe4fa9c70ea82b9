import type * as vscode from 'vscode';
import { SANDBOX } from '../stores/connection.ts';
import type { Connections } from './connections.ts';
import { dialogs } from './dialogs.ts';
import type { SandboxProcess } from './sandboxProcess.ts';

/** Offers to move data aside that the sandbox cannot use, and to start it fresh, whoever wanted to start it. */
export function offerFreshData(sandbox: SandboxProcess, connections: Connections): vscode.Disposable {
  let isAsking = false;
  return sandbox.onDidRefuseData(async ({ message }) => {
    if (isAsking || sandbox.dataFile === undefined) return;
    isAsking = true;
    try {
      await offer(message, sandbox, connections);
    } finally {
      isAsking = false;
    }
  });
}

async function offer(message: string, sandbox: SandboxProcess, connections: Connections): Promise<void> {
  const fresh = 'Move Aside and Start Fresh';
  if ((await dialogs.showErrorMessage(message, fresh)) !== fresh) return;
  try {
    const moved = await sandbox.moveDataAside();
    await sandbox.start();
    // Views that failed read again.
    connections.reopen(SANDBOX);
    void dialogs.showInformationMessage(
      `The sandbox started fresh. Its former data is kept as ${moved ?? ''}.`,
    );
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    void dialogs.showErrorMessage(`The sandbox could not start fresh. ${why}`);
  }
}
