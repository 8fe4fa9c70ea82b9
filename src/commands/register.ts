import * as vscode from 'vscode';
import { reportFailure } from '../host/report.ts';
import type { Command } from '../manifest.ts';
import type { Services } from './services.ts';
import { commandTable } from './table.ts';

/** Registers every command; a handler's failure is worded and shown in one place. */
export function registerCommands(services: Services): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(commandTable).map(([id, handler]) =>
      vscode.commands.registerCommand(id as Command, async (argument?: unknown, selection?: unknown) => {
        try {
          return await handler(services, argument, selection);
        } catch (error) {
          await reportFailure(error, services.log);
          return undefined;
        }
      }),
    ),
  );
}
