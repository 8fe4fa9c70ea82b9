import * as vscode from 'vscode';
import type { ArgumentsOf } from '../contributions/commands.ts';
import type { Command } from '../manifest.ts';

/** Runs a command of the extension. */
export async function runCommand<C extends Command>(command: C, ...given: ArgumentsOf<C>): Promise<void> {
  await vscode.commands.executeCommand(command, ...given);
}
