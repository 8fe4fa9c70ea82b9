import * as vscode from 'vscode';

/** Reads a file. Rejects with a readable message if it is larger than `maxBytes` or not a file. */
export async function readAtMost(file: vscode.Uri, maxBytes: number): Promise<Uint8Array> {
  const { type, size } = await vscode.workspace.fs.stat(file);
  const path = vscode.workspace.asRelativePath(file);
  if (!(type & vscode.FileType.File)) throw new Error(`${path} is not a file.`);
  if (size > maxBytes)
    throw new Error(`${path} is larger than ${Math.floor(maxBytes / 1_000_000)} MB, so it is not read.`);
  return vscode.workspace.fs.readFile(file);
}

/** Returns true only for the file system error that a file does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
}

/** Returns true if a file exists. Rejects if that cannot be determined, so that no file is overwritten. */
export async function exists(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

/** Maximum size of a flow file or its companion files, in bytes. */
const FILE_LIMIT = 10_000_000;

/**
 * Returns the text of a file, including unsaved changes. Without unsaved changes, the file is read from disk, since an
 * open document may be outdated. Rejects if the file does not exist or is too large.
 */
export async function fileText(file: vscode.Uri): Promise<string> {
  const open = openDocument(file);
  if (open && (open.isDirty || open.isUntitled)) return open.getText();
  return new TextDecoder().decode(await readAtMost(file, FILE_LIMIT));
}

/** Returns the document of a file if it is open. */
export function openDocument(file: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === file.toString());
}
