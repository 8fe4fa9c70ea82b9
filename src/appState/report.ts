import * as vscode from 'vscode';
import { ApiError } from '../client/failure.ts';
import { Command, MANAGE_TRUST } from '../manifest.ts';
import { dialogs } from '../host/dialogs.ts';
import { explain, type ErrorExplanation } from '../wording/explain.ts';
import { runCommand } from '../host/commands.ts';
import { SandboxDataError } from '../client/sandboxAddress.ts';

/** A button of an error message that only the failed command can provide. */
export interface ErrorButton extends vscode.MessageItem {
  readonly run: () => Promise<unknown>;
}

/**
 * Shows the reason of a failed command and buttons for the next step, whose commands `run` executes. Errors after the
 * user canceled are not shown.
 */
export async function reportFailure(
  error: unknown,
  log: vscode.LogOutputChannel,
  offers: readonly ErrorButton[] = [],
  run: (command: Command) => PromiseLike<unknown> = runCommand,
): Promise<void> {
  const { summary, detail, next, silent } = explain(error);
  if (silent) return;
  const logged =
    error instanceof Error && error.cause instanceof ApiError ? explain(error.cause).detail : detail;
  const isCall = error instanceof ApiError || logged !== detail;
  log.error(isCall ? logged.replaceAll('\n', ' · ') : describe(error));
  // Refused keys and unusable sandbox data have their own prompts, shown once for all views and commands.
  if (error instanceof ApiError && error.status === 401) return;
  if (error instanceof SandboxDataError) return;
  const all = [...offers, ...traceOffers(error)];
  const choice = await dialogs.showErrorMessage<ErrorButton | Choice>(summary, ...all, ...choices(next));
  if (!choice) return;
  if ('run' in choice) await choice.run();
  else if (choice.command === MANAGE_TRUST) await vscode.commands.executeCommand(MANAGE_TRUST);
  else await run(choice.command);
}

/** Reports the failure of work that the caller does not wait for, since its dialogs may stay open for long. */
export function runInBackground(work: Promise<unknown>, log: vscode.LogOutputChannel): void {
  void work.catch((error: unknown) => reportFailure(error, log));
}

// Support staff of a service can find a request by its trace ID.
function traceOffers(error: unknown): ErrorButton[] {
  const trace = error instanceof ApiError ? error.traceId : undefined;
  if (trace === undefined) return [];
  return [{ title: 'Copy Trace ID', run: async () => vscode.env.clipboard.writeText(trace) }];
}

interface Choice extends vscode.MessageItem {
  readonly command: Command | typeof MANAGE_TRUST;
}

function choices(next: ErrorExplanation['next']): Choice[] {
  switch (next) {
    case 'signIn':
      return [{ title: 'Sign In', command: Command.signIn }];
    case 'connect':
      return [
        { title: 'Start Sandbox', command: Command.startSandbox },
        { title: 'Add Connection', command: Command.addConnection },
      ];
    case 'trust':
      return [{ title: 'Manage Trust', command: MANAGE_TRUST }];
    case 'retry':
    case 'none':
      return [{ title: 'Show Log', command: Command.showLog }];
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
