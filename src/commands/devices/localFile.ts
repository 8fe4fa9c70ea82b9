import { basename } from 'node:path';
import * as vscode from 'vscode';
import { BUDGETS } from '../../util/budgets.ts';
import { byteSize } from '../../util/byteSize.ts';
import { plainText } from '../../util/plainText.ts';
import { done } from '../prompts/ask.ts';

/** The largest file that is uploaded, in bytes. */
const MAX_UPLOAD_BYTES = BUDGETS.video.bytes;

/** Asks for a file of this computer and reads it; returns undefined on cancel. Throws an Error if it is too large. */
export async function chooseUpload(): Promise<
  { readonly name: string; readonly bytes: Uint8Array } | undefined
> {
  const [source] =
    (await vscode.window.showOpenDialog({
      title: 'Upload File',
      openLabel: 'Upload',
      canSelectMany: false,
    })) ?? [];
  if (!source) return undefined;
  const { size } = await vscode.workspace.fs.stat(source);
  if (size > MAX_UPLOAD_BYTES) throw new Error(`The file has more than ${byteSize(MAX_UPLOAD_BYTES)}.`);
  return { name: basename(source.path), bytes: await vscode.workspace.fs.readFile(source) };
}

/** Asks where to save a file, and reads and saves it; does nothing on cancel. */
export async function saveToComputer(
  { filename, shown }: { readonly filename: string; readonly shown: string },
  read: () => Promise<Uint8Array>,
): Promise<void> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  // A foreign name is only proposed; separators cannot be part of it.
  const proposed = basename(plainText(filename));
  const target = await vscode.window.showSaveDialog({
    title: 'Save File',
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder.uri, proposed) } : {}),
  });
  if (!target) return;
  await vscode.workspace.fs.writeFile(target, await read());
  done(`Saved ${shown} as ${vscode.workspace.asRelativePath(target)}.`);
}
