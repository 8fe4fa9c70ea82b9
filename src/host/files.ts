import * as vscode from 'vscode';
import { decodeText, EncodingError } from '../util/decodeText.ts';

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
export function isFileNotFound(error: unknown): boolean {
  return error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
}

/** Returns true if a file exists. Rejects if that cannot be determined, so that no file is overwritten. */
export async function exists(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch (error) {
    if (isFileNotFound(error)) return false;
    throw error;
  }
}

/** Maximum size of a flow file or its companion files, in bytes. */
export const FILE_LIMIT = 10_000_000;

/**
 * Returns the text of a file, including unsaved changes. Without unsaved changes, the file is read from disk, since an
 * open document may be outdated. Rejects if the file does not exist, is too large, or is not UTF-8.
 */
export async function fileText(file: vscode.Uri): Promise<string> {
  const open = openDocument(file);
  if (open && (open.isUntitled || (open.isDirty && !(await isMisread(open))))) return open.getText();
  return decodeFile(file, await readAtMost(file, FILE_LIMIT));
}

/** Decodes the bytes of a file. Throws an Error that names the file if they are not UTF-8. */
export function decodeFile(file: vscode.Uri, bytes: Uint8Array): string {
  try {
    return decodeText(bytes).text;
  } catch (error) {
    throw namingFile(file, error);
  }
}

/** Returns an EncodingError as an Error with a sentence that names the file; any other error as it is. */
export function namingFile(file: vscode.Uri, error: unknown): unknown {
  if (!(error instanceof EncodingError)) return error;
  const sentence = `${vscode.workspace.asRelativePath(file)} cannot be used: ${error.message}.`;
  return new Error(sentence, { cause: error });
}

/** True if VS Code has replaced bytes that are not UTF-8 by other characters when it opened the file. */
async function isMisread({ uri, encoding }: vscode.TextDocument): Promise<boolean> {
  if (!encoding.startsWith('utf8')) return false;
  try {
    decodeText(await readAtMost(uri, FILE_LIMIT));
    return false;
  } catch (error) {
    return error instanceof EncodingError;
  }
}

/** Returns the document of a file if it is open. */
export function openDocument(file: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === file.toString());
}
