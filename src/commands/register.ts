import * as vscode from 'vscode';
import { RestrictedError } from '../host/restrictedError.ts';
import { Command } from '../manifest.ts';
import type { Services, WindowServices } from './services.ts';

/**
 * Registers all commands; their handlers are loaded on first use. Each command acts on the connection that is active
 * when it begins. Errors are reported here, and commands that require trust are refused in an untrusted workspace.
 */
export function registerCommands(window: WindowServices): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.values(Command).map(id =>
      vscode.commands.registerCommand(id, async (argument?: unknown, selection?: unknown) => {
        // Read before the imports, during which the active connection may change.
        const { connection } = window.session;
        const { servicesOn } = await import('./commandServices.ts');
        return run(servicesOn(connection, window, run), id, argument, selection);
      }),
    ),
  );
}

async function run(
  services: Services,
  id: Command,
  argument?: unknown,
  selection?: unknown,
): Promise<unknown> {
  try {
    const { NEEDS_TRUST } = await import('./needsTrust.ts');
    if (NEEDS_TRUST[id] && !vscode.workspace.isTrusted) throw new RestrictedError();
    const { commandTable } = await import('./table.ts');
    return await commandTable[id](services, argument, selection);
  } catch (error) {
    const { reportFailure } = await import('../host/report.ts');
    const { namingWhatIsMissing } = await import('./connections/notOfferedError.ts');
    const { repeatOffers } = await import('./prompts/repeat.ts');
    const again = async (): Promise<unknown> => services.run(id, argument, selection);
    const offers = await repeatOffers(error, services.session.mayHaveDone, again);
    const told = await namingWhatIsMissing(services, error);
    await reportFailure(told, services.log, offers, services.run);
    return undefined;
  }
}
