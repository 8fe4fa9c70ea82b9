import * as vscode from 'vscode';
import { activeTab } from '../../host/activeTab.ts';
import { dialogs } from '../../host/dialogs.ts';
import { findFlowFiles } from '../../host/flowFiles.ts';

const ENDING = '.flow.json';

/** Returns true if the file name ends with `.flow.json`. */
export function isFlowFile(file: vscode.Uri): boolean {
  return file.path.endsWith(ENDING);
}

/** Returns the flow file in the active tab, in the text or visual editor. */
export function activeFlowFile(): vscode.Uri | undefined {
  const file = activeTab()?.file;
  return file && isFlowFile(file) ? file : undefined;
}

/** Returns the given flow files and those in the given folders, sorted by path. */
export async function filesIn(given: readonly vscode.Uri[]): Promise<vscode.Uri[]> {
  const found = await Promise.all(
    given.map(async file => (isFlowFile(file) ? [file] : findFlowFiles({ folder: file }))),
  );
  const byAddress = new Map(found.flat().map(file => [file.toString(), file]));
  return [...byAddress.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** Prompts for flow files of the workspace, with the active file first and selected. */
export async function chooseFlowFiles(title: string): Promise<vscode.Uri[] | undefined> {
  const items = await workspaceFiles();
  if (!items) return undefined;
  const picked = await dialogs.showQuickPick(items, {
    title,
    placeHolder: 'Choose one or more flow files',
    canPickMany: true,
  });
  return picked && picked.length > 0 ? picked.map(({ file }) => file) : undefined;
}

/** Prompts for one flow file of the workspace. */
export async function chooseFlowFile(title: string): Promise<vscode.Uri | undefined> {
  const items = await workspaceFiles();
  if (!items) return undefined;
  const picked = await dialogs.showQuickPick(
    items.map(({ label, file }) => ({ label, file })),
    { title, placeHolder: 'Choose a flow file' },
  );
  return picked?.file;
}

async function workspaceFiles(): Promise<
  (vscode.QuickPickItem & { readonly file: vscode.Uri })[] | undefined
> {
  const files = await findFlowFiles();
  if (files.length === 0) {
    void dialogs.showInformationMessage('This workspace has no *.flow.json file.');
    return undefined;
  }
  const active = activeFlowFile()?.toString();
  const rank = (file: vscode.Uri): number => (file.toString() === active ? 0 : 1);
  return files
    .toSorted((one, other) => rank(one) - rank(other) || (one.path < other.path ? -1 : 1))
    .map(file => ({ label: workspacePathOf(file), picked: rank(file) === 0, file }));
}

/**
 * Returns the workspace-relative path of a file, or the full path if several workspace folders share the folder name.
 */
export function workspacePathOf(file: vscode.Uri): string {
  const { name } = vscode.workspace.getWorkspaceFolder(file) ?? {};
  const named = (vscode.workspace.workspaceFolders ?? []).filter(folder => folder.name === name);
  return named.length < 2 ? vscode.workspace.asRelativePath(file) : file.fsPath;
}
