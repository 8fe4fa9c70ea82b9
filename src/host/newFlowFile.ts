import * as vscode from 'vscode';
import { exists } from './readAtMost.ts';

/** Returns the URI of a flow file that neither exists nor is open; an untitled one if there is no folder. */
export async function freeFlowFile(folder: vscode.Uri | undefined, stem: string): Promise<vscode.Uri> {
  for (let number = 1; ; number++) {
    const name = `${stem}${number === 1 ? '' : `-${number}`}.flow.json`;
    const file = folder
      ? vscode.Uri.joinPath(folder, name)
      : vscode.Uri.from({ scheme: 'untitled', path: `/${name}` });
    const isOpen = vscode.workspace.textDocuments.some(({ uri }) => uri.path === file.path);
    if (!isOpen && (!folder || !(await exists(file)))) return file;
  }
}

/** Writes a new flow file, or fills an untitled document. Throws if the file exists. */
export async function writeNewFlow(file: vscode.Uri, text: string): Promise<void> {
  if (file.scheme !== 'untitled') {
    // The name was chosen before the user picked the location.
    if (await exists(file))
      throw new Error(`${vscode.workspace.asRelativePath(file)} was made meanwhile; try again.`);
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    return;
  }
  await vscode.workspace.openTextDocument(file);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(file, new vscode.Position(0, 0), text);
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new Error('VS Code did not allow the flow to be written.');
}
