import * as vscode from 'vscode';
import { reportFailure } from '../host/report.ts';
import { Command } from '../manifest.ts';
import type { Services } from './services.ts';

/**
 * Registers every command; the handlers are loaded by the first one that is run. A handler's failure is worded and
 * shown in one place.
 */
export function registerCommands(services: Services): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.values(Command).map(id =>
      vscode.commands.registerCommand(id, async (argument?: unknown, selection?: unknown) => {
        try {
          const { commandTable } = await import('./table.ts');
          return await commandTable[id](services, argument, selection);
        } catch (error) {
          const { namingWhatIsMissing } = await import('./notOfferedError.ts');
          const { repeatOffers } = await import('./repeat.ts');
          const again = async () => vscode.commands.executeCommand(id, argument, selection);
          const offers = repeatOffers(error, again);
          await reportFailure(await namingWhatIsMissing(services, error), services.log, offers);
          return undefined;
        }
      }),
    ),
  );
}
