import * as vscode from 'vscode';
import { runCommand } from '../host/commands.ts';
import { readConnections } from '../host/settings.ts';
import { Command, OPEN_VARIABLE } from '../manifest.ts';

const SHOWN = 'walkthroughShown';

/** The parts of the window that the first start uses. */
interface FirstStart {
  readonly extension: vscode.Extension<unknown>;
  /** The state that all windows share. */
  readonly memory: vscode.Memento;
  /** True for an installed extension; false while it is developed or tested. */
  readonly isInstalled: boolean;
  /** Opens a flow file in the visual editor; resolves once its page has loaded. */
  readonly openFlow: (file: vscode.Uri) => Promise<void>;
}

/**
 * Opens the walkthrough once in the life of an installation, unless there is a connection already; and in a window
 * without tabs, the flow of `OPEN_VARIABLE` in the visual editor in front of it, beside its phone.
 */
export async function showFirst({ extension, memory, isInstalled, openFlow }: FirstStart): Promise<void> {
  const file = fileToOpen();
  if (memory.get(SHOWN) !== true && (isInstalled || file)) {
    // Remembered first, so that two windows do not both open it.
    await memory.update(SHOWN, true);
    const welcome = vscode.workspace.getConfiguration('workbench.welcomePage.walkthroughs');
    if (readConnections().length === 0 && welcome.get('openOnInstall') !== false) {
      const walkthrough = `${extension.id}#start`;
      await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough, false);
      // Otherwise, the next file would take its tab.
      await vscode.commands.executeCommand('workbench.action.keepEditor');
    }
  }
  if (!file) return;
  // In a browser, the page of the phone can stay empty if it loads at the same time as the first one of the profile.
  await openFlow(file);
  await runCommand(Command.showPhone, file);
}

function fileToOpen(): vscode.Uri | undefined {
  const path = process.env[OPEN_VARIABLE];
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (path === undefined || !folder) return undefined;
  const hasTabs = vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0);
  return hasTabs ? undefined : vscode.Uri.joinPath(folder.uri, path);
}
