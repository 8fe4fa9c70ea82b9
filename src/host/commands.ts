import * as vscode from 'vscode';
import type { ArgumentsOf } from '../contributions/commands.ts';
import type { Command } from '../manifest.ts';

/** Runs a command of the extension. */
export async function runCommand<C extends Command>(command: C, ...given: ArgumentsOf<C>): Promise<void> {
  await vscode.commands.executeCommand(command, ...given);
}

/** Returns a command of the extension with its arguments, for a tree item or a lens. */
export function commandItem<C extends Command>(
  title: string,
  command: C,
  ...given: ArgumentsOf<C>
): vscode.Command {
  return { title, command, arguments: [...given] };
}

const known = new Map<string, string>();

/** Sets a context key for `when` clauses. Skips unchanged values, since every change re-evaluates all menus. */
export function setContext(key: string, value: boolean | string | readonly string[]): void {
  const text = JSON.stringify(value);
  if (known.get(key) === text) return;
  known.set(key, text);
  void vscode.commands.executeCommand('setContext', key, value);
}
