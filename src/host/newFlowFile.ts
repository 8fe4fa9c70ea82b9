import * as vscode from 'vscode';
import { exists } from './readAtMost.ts';

/** A flow file that neither the folder nor the window has yet; without a folder one that is not saved. */
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

/** Writes a new flow file; of one that is not saved, its document. Throws where the file is there by now. */
export async function writeNewFlow(file: vscode.Uri, text: string): Promise<void> {
  if (file.scheme !== 'untitled') {
    // It was named before the person chose where to put it.
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
