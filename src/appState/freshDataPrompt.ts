import type * as vscode from 'vscode';
import { SANDBOX } from '../stores/connection.ts';
import { dialogs } from '../host/dialogs.ts';
import type { Connections } from './connections.ts';
import type { SandboxProcess } from './sandboxProcess.ts';
import { toError } from '../util/errors.ts';

/** Offers to rename the sandbox data file and start with fresh data if the sandbox refuses the file. */
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
    // Makes views read again that failed before.
    connections.reopen(SANDBOX);
    void dialogs.showInformationMessage(
      `The sandbox started fresh. Its former data is kept as ${moved ?? ''}.`,
    );
  } catch (error) {
    const why = toError(error).message;
    void dialogs.showErrorMessage(`The sandbox could not start fresh. ${why}`);
  }
}
