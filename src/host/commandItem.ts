import type * as vscode from 'vscode';
import type { ArgumentsOf } from '../contributions/commands.ts';
import type { Command } from '../manifest.ts';

/** Returns a command of the extension with its arguments, for a tree item or a lens. */
export function commandItem<C extends Command>(
  title: string,
  command: C,
  ...given: ArgumentsOf<C>
): vscode.Command {
  return { title, command, arguments: [...given] };
}
