import * as vscode from 'vscode';

/** The bytes of a file. Rejects with a sentence where it is larger, or is something else than a file. */
export async function readAtMost(file: vscode.Uri, most: number): Promise<Uint8Array> {
  const { type, size } = await vscode.workspace.fs.stat(file);
  const path = vscode.workspace.asRelativePath(file);
  if (!(type & vscode.FileType.File)) throw new Error(`${path} is not a file.`);
  if (size > most)
    throw new Error(`${path} is larger than ${Math.floor(most / 1_000_000)} MB, so it is not read.`);
  return vscode.workspace.fs.readFile(file);
}

/** True for an error of a file system that says that there is no such file; all others say nothing of that. */
export function isNotFound(error: unknown): boolean {
  return error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
}

/** True where there is a file. Rejects where that cannot be told, so that nothing is written over it. */
export async function exists(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}
