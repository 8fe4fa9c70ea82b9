import * as vscode from 'vscode';
import { ApiError } from '../client/failure.ts';
import { Command } from '../manifest.ts';
import { explain } from './explain.ts';

/** Shows a failed command's reason with the next step; what the person cancelled stays silent. */
export async function reportFailure(error: unknown, log: vscode.LogOutputChannel): Promise<void> {
  const { summary, detail, next, silent } = explain(error);
  if (silent) return;
  log.error(error instanceof ApiError ? detail.replaceAll('\n', ' · ') : describe(error));
  // A refused key has a prompt of its own, shown once for all views and commands.
  if (error instanceof ApiError && error.status === 401) return;
  const signIn = 'Sign In';
  const showLog = 'Show Log';
  const choice = await vscode.window.showErrorMessage(summary, ...(next === 'signIn' ? [signIn] : [showLog]));
  if (choice === signIn) await vscode.commands.executeCommand(Command.signIn);
  if (choice === showLog) log.show();
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
