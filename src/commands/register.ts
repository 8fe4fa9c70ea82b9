import * as vscode from 'vscode';
import { Command } from '../manifest.ts';
import type { WindowServices } from './commandServices.ts';

/**
 * Registers all commands; their handlers are loaded on first use. Each command acts in the scope that is current
 * when it begins.
 */
export function registerCommands(window: WindowServices): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.values(Command).map(command =>
      vscode.commands.registerCommand(command, async (...given: unknown[]) => {
        // Read before the import, during which the active connection may change.
        const { current } = window.scopes;
        const { runCalled } = await import('./runCommand.ts');
        await runCalled(current, window, command, given);
      }),
    ),
  );
}
