import * as vscode from 'vscode';
import type { CommandContribution } from '../contributions/command.ts';
import { commands } from '../contributions/commands.ts';
import { reportFailure } from '../appState/report.ts';
import type { Scope } from '../appState/scopes.ts';
import { dialogs } from '../host/dialogs.ts';
import { RestrictedError } from '../wording/explain.ts';
import type { Command } from '../manifest.ts';
import { servicesIn, type WindowServices } from './commandServices.ts';
import { namingWhatIsMissing } from './connections/notOfferedError.ts';
import { runHandler } from './handlers.ts';
import { givenArguments, lacksRow } from './givenArguments.ts';
import { markStepsDone } from './walkthrough.ts';
import { repeatOffers } from './prompts/repeat.ts';

/**
 * Runs a command that VS Code calls. A command that uses its row is not run if VS Code has replaced the row
 * meanwhile, since it could act on another record. From the title of a report, it gets the record of the report.
 */
export async function runCalled(
  scope: Scope,
  window: WindowServices,
  command: Command,
  given: readonly unknown[],
): Promise<void> {
  const [first] = given;
  const subject = first instanceof vscode.Uri ? window.documents.subjectOf(first) : undefined;
  if (lacksRow(commands[command], given))
    void dialogs.showInformationMessage('The list was just updated. Try again.');
  else if (subject?.connectionId !== undefined && subject.connectionId !== scope.session.connection?.id)
    void dialogs.showInformationMessage('This report is about another connection. Switch to it first.');
  else await runCommandIn(scope, window, command, subject ? [subject.row] : given);
}

/** Runs a command in a scope. Errors are reported, and commands that need trust are refused without it. */
async function runCommandIn(
  scope: Scope,
  window: WindowServices,
  command: Command,
  given: readonly unknown[],
): Promise<void> {
  const services = servicesIn(scope, window, runCommandIn);
  try {
    const { needsTrust = false }: CommandContribution = commands[command];
    if (needsTrust && !vscode.workspace.isTrusted) throw new RestrictedError();
    await runHandler(command, services, commands[command].shape.read(givenArguments(given)));
    markStepsDone(command);
  } catch (error) {
    const repeat = (): Promise<void> => runCommandIn(scope, window, command, given);
    const offers = await repeatOffers(error, services.mayHaveDone, repeat);
    const named = await namingWhatIsMissing(services, error);
    await reportFailure(named, services.log, offers, services.run);
  }
}
