import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import { dialogs } from '../../host/dialogs.ts';
import { createFile } from '../../appState/changeFile.ts';
import { exists } from '../../host/files.ts';
import { AGENTS_FILE } from '../../wording/agentsFile.ts';

/** Ends the calls of agents and refuses new ones. */
export function stopAgents({ agentCalls }: Services): void {
  agentCalls.stop(true);
}

/** Allows calls of agents again. */
export function allowAgents({ agentCalls }: Services): void {
  agentCalls.stop(false);
}

/** Writes instructions for coding agents into a workspace folder, and shows them. An existing file is not changed. */
export async function writeAgentsFile(): Promise<void> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const folder = folders.length > 1 ? await dialogs.showWorkspaceFolderPick() : folders[0];
  if (!folder) {
    if (folders.length === 0) throw new Error('No folder is open. Open the folder with your flows first.');
    return;
  }
  const file = vscode.Uri.joinPath(folder.uri, 'AGENTS.md');
  if (await exists(file)) {
    void dialogs.showInformationMessage('This folder already has a file AGENTS.md, which was not changed.');
  } else await createFile(file, AGENTS_FILE);
  await vscode.window.showTextDocument(file);
}
