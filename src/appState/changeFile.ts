import { stat, utimes } from 'node:fs/promises';
import * as vscode from 'vscode';
import { changeText } from '../files/changeFile.ts';
import { nodeDisk } from '../files/disk.ts';
import { withLock } from '../files/fileLock.ts';
import { pathInside } from '../files/insideFolder.ts';
import { changeBetween } from '../flow/document/textEdits.ts';
import { changeAndSave } from './changeAndSave.ts';
import { editDocument } from '../host/editDocument.ts';
import {
  exists,
  FILE_LIMIT,
  fileText,
  namingFile,
  openDocument,
  readAtMost,
  decodeFile,
} from '../host/files.ts';
import { decodeText } from '../util/decodeText.ts';
import { unlessMissing } from '../util/errors.ts';

/** Returns the new text of a file; undefined leaves it as it is. Called again after changes by others. */
type TextChange = (before: string | undefined) => string | undefined;

/** Thrown if a change is in the editor of a file, but not on disk. The message is a sentence for the user. */
export class UnsavedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnsavedError';
  }
}

const ATTEMPTS = 5;
const RELOAD_LIMIT_MS = 5000;
/** Longer than between two versions of which VS Code can have read parts. */
const EARLIER_MS = 60_000;
const NOTHING = new Uint8Array();

/** Options of a change. */
interface ChangeOptions {
  /**
   * Returns the path on disk with all symbolic links resolved, and rejects for a file that must not be written. By
   * default, for one outside its workspace folder.
   */
  readonly resolve?: () => Promise<string>;
  /** True to leave an open document unsaved that the user has not saved, either. */
  readonly leavesUnsaved?: boolean;
}

/**
 * Changes a file, so that no change by this window or by other programs is lost. An open document is changed by an edit
 * that the user can undo, and saved. Rejects with a sentence that says whether the change is in the editor.
 */
export async function changeFile(
  file: vscode.Uri,
  change: TextChange,
  { resolve = () => resolveInFolder(file), leavesUnsaved = false }: ChangeOptions = {},
): Promise<void> {
  const isOnDisk = file.scheme === 'file';
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const document = openDocument(file);
    if (document) {
      const edit = (): Promise<boolean> => changeDocument(document, change, leavesUnsaved);
      if (await (isOnDisk ? withLock(nodeDisk, await resolve(), edit) : edit())) return;
    }
    if (document?.isDirty) continue;
    // VS Code loads the change into an open document, unless it does not watch the file.
    if (isOnDisk)
      await changeText({ disk: nodeDisk, resolve, most: FILE_LIMIT }, change).catch((error: unknown) => {
        throw namingFile(file, error);
      });
    if (isOnDisk || (await changeElsewhere(file, change))) return;
  }
  throw new Error(`${nameOf(file)} went on changing, and nothing was written. Try again.`);
}

/** Creates a file. Rejects if there is one. */
export async function createFile(file: vscode.Uri, text: string): Promise<void> {
  await changeFile(file, before => {
    if (before !== undefined) throw new Error(`${nameOf(file)} was made meanwhile; try again.`);
    return text;
  });
}

/** Writes a new flow file, or fills an untitled document. Throws if the file exists. */
export async function writeNewFlow(file: vscode.Uri, text: string): Promise<void> {
  if (file.scheme !== 'untitled') {
    await createFile(file, text);
    return;
  }
  await vscode.workspace.openTextDocument(file);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(file, new vscode.Position(0, 0), text);
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new Error('VS Code did not allow the flow to be written.');
}

/** Changes an open document and saves it. Returns false, with nothing changed, if it is not what is on disk. */
async function changeDocument(
  document: vscode.TextDocument,
  change: TextChange,
  leavesUnsaved: boolean,
): Promise<boolean> {
  const file = document.uri;
  const before = (await exists(file)) ? await fileText(file) : undefined;
  if (before === undefined) return false;
  await waitUntilLoaded(document, before);
  if (document.getText() !== before) return false;
  const after = change(before);
  if (after === undefined || after === before) return true;
  if (leavesUnsaved && document.isDirty) return editDocument(document, changeBetween(before, after));
  let edited = after;
  const result = await changeAndSave({
    change: async () => {
      const isDone = await editDocument(document, changeBetween(before, after));
      edited = document.getText();
      return isDone;
    },
    save: async () => (await document.save()) || (await saveOverOlder(document, before)),
    isDirty: () => document.isDirty,
    isOnDisk: async () => (await diskText(file)) === withoutReturns(edited),
  });
  if (result !== 'unsaved') return result === 'saved';
  throw new UnsavedError(
    `${nameOf(file)} was changed in its editor, but could not be saved. Save it there, then try again.`,
  );
}

/** Returns the text of a file on disk, whose line ends are those of Unix. */
async function diskText(file: vscode.Uri): Promise<string> {
  return withoutReturns(decodeFile(file, await readAtMost(file, FILE_LIMIT)));
}

/**
 * Saves a document again whose text was that of the file before its change. VS Code can have read the text of a file and
 * the time of its former version, and then takes the file for newer than the document.
 */
async function saveOverOlder(document: vscode.TextDocument, before: string): Promise<boolean> {
  const { uri } = document;
  if (uri.scheme !== 'file' || (await diskText(uri)) !== withoutReturns(before)) return false;
  const { mtimeMs } = await stat(uri.fsPath);
  const earlier = new Date(mtimeMs - EARLIER_MS);
  await utimes(uri.fsPath, earlier, earlier);
  return document.save();
}

/** Changes a file of a virtual file system, which has no locks. Returns false if it has changed meanwhile. */
async function changeElsewhere(file: vscode.Uri, change: TextChange): Promise<boolean> {
  const read = async (): Promise<Uint8Array | undefined> =>
    (await exists(file)) ? await readAtMost(file, FILE_LIMIT) : undefined;
  const bytes = await read();
  const before = bytes && decodeFile(file, bytes);
  const after = change(before);
  if (after === undefined || after === before) return true;
  const now = await read();
  if (Buffer.compare(now ?? NOTHING, bytes ?? NOTHING) !== 0) return false;
  const mark = bytes ? decodeText(bytes).mark : '';
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(`${mark}${after}`));
  return true;
}

/** Resolves the symbolic links of a file. Rejects if they lead outside its workspace folder. */
async function resolveInFolder(file: vscode.Uri): Promise<string> {
  const folder = vscode.workspace.getWorkspaceFolder(file);
  if (!folder) return (await unlessMissing(nodeDisk.realPath(file.fsPath))) ?? file.fsPath;
  const path = await pathInside(nodeDisk, folder.uri.fsPath, file.fsPath);
  if (path !== undefined) return vscode.Uri.joinPath(folder.uri, path).fsPath;
  throw new Error(`${nameOf(file)} leads outside its folder by a symbolic link, so it is not written.`);
}

/**
 * Waits until VS Code has loaded a change on disk into an open document, at most five seconds, since it does not watch
 * every file. If a file is written while VS Code loads it, VS Code refuses to save it later.
 */
async function waitUntilLoaded(document: vscode.TextDocument, textOfFile: string): Promise<void> {
  const wanted = withoutReturns(textOfFile);
  const isOutdated = (): boolean => !document.isDirty && withoutReturns(document.getText()) !== wanted;
  if (!isOutdated()) return;
  await new Promise<void>(resolve => {
    const end = (): void => {
      clearTimeout(timer);
      changes.dispose();
      resolve();
    };
    const timer = setTimeout(end, RELOAD_LIMIT_MS);
    const changes = vscode.workspace.onDidChangeTextDocument(() => {
      if (!isOutdated()) end();
    });
  });
}

/** Removes what differs in a document of VS Code, where all line endings are the same. */
function withoutReturns(text: string): string {
  return text.replaceAll('\r', '');
}

function nameOf(file: vscode.Uri): string {
  return vscode.workspace.asRelativePath(file);
}
