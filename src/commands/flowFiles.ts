import * as vscode from 'vscode';
import { dialogs } from '../host/dialogs.ts';
import { findFlowFiles } from '../host/findFlowFiles.ts';
import { isObject } from '../util/isObject.ts';

const ENDING = '.flow.json';

/** Whether a file is a flow file by its name. */
export function isFlowFile(file: vscode.Uri): boolean {
  return file.path.endsWith(ENDING);
}

/** The flow file in the active editor, whichever editor that is. */
export function activeFlowFile(): vscode.Uri | undefined {
  const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const shown =
    input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
  return shown && isFlowFile(shown) ? shown : undefined;
}

/**
 * The flow files that a menu hands over, those of folders included, in the order of their paths; undefined
 * where it hands over none.
 */
export async function givenFlowFiles(
  argument: unknown,
  selection: unknown,
): Promise<vscode.Uri[] | undefined> {
  const given = Array.isArray(selection) && selection.length > 0 ? (selection as unknown[]) : [argument];
  const files = given.flatMap(one => fileOf(one) ?? []);
  if (files.length === 0) return undefined;
  const found = await Promise.all(
    files.map(async file => (isFlowFile(file) ? [file] : findFlowFiles({ folder: file }))),
  );
  const byAddress = new Map(found.flat().map(file => [file.toString(), file]));
  return [...byAddress.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** The file or folder that the Explorer hands over, or that a line of a view stands for. */
export function fileOf(argument: unknown): vscode.Uri | undefined {
  const file = isObject(argument) && 'resource' in argument ? argument['resource'] : argument;
  return file instanceof vscode.Uri ? file : undefined;
}

/** Lets the person choose flow files of the workspace; that of the active editor stands first. */
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

/** Lets the person choose one flow file of the workspace. */
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
    .map(file => ({ label: pathOf(file), picked: rank(file) === 0, file }));
}

/** The path by which people know a file; in full where its open folder has a name that another one has too. */
export function pathOf(file: vscode.Uri): string {
  const { name } = vscode.workspace.getWorkspaceFolder(file) ?? {};
  const named = (vscode.workspace.workspaceFolders ?? []).filter(folder => folder.name === name);
  return named.length < 2 ? vscode.workspace.asRelativePath(file) : file.fsPath;
}
