import * as vscode from 'vscode';
import type { CommandContribution } from '../contributions/command.ts';
import { commands } from '../contributions/commands.ts';
import { reportFailure } from '../appState/report.ts';
import { dialogs } from '../host/dialogs.ts';
import { RestrictedError } from '../wording/explain.ts';
import type { Command } from '../manifest.ts';
import type { Connection } from '../stores/connection.ts';
import { servicesOn, type WindowServices } from './commandServices.ts';
import { namingWhatIsMissing } from './connections/notOfferedError.ts';
import { runHandler } from './handlers.ts';
import { lacksLine } from './lineArgument.ts';
import { repeatOffers } from './prompts/repeat.ts';

/**
 * Runs a command that VS Code calls. A command that uses its line is not run if VS Code has replaced the line
 * meanwhile, since it could act on another record.
 */
export async function runCalled(
  connection: Connection | undefined,
  window: WindowServices,
  command: Command,
  given: readonly unknown[],
): Promise<void> {
  if (lacksLine(commands[command], given))
    void dialogs.showInformationMessage('The list was just updated. Try again.');
  else await runCommandOn(connection, window, command, given);
}

/** Runs a command on a connection. Errors are reported, and commands that need trust are refused without it. */
export async function runCommandOn(
  connection: Connection | undefined,
  window: WindowServices,
  command: Command,
  given: readonly unknown[],
): Promise<void> {
  const services = servicesOn(connection, window, runCommandOn);
  try {
    const { needsTrust = false }: CommandContribution = commands[command];
    if (needsTrust && !vscode.workspace.isTrusted) throw new RestrictedError();
    await runHandler(command, services, given);
  } catch (error) {
    const repeat = (): Promise<void> => runCommandOn(connection, window, command, given);
    const offers = await repeatOffers(error, services.session.mayHaveDone, repeat);
    const named = await namingWhatIsMissing(services, error);
    await reportFailure(named, services.log, offers, services.run);
  }
}
