import * as vscode from 'vscode';
import type { FlowFiles } from '../agent/ports.ts';
import { ToolError } from '../agent/tool.ts';
import type { FlowLinks } from '../appState/flowLinks.ts';
import { changeBetween } from '../flow/document/textEdits.ts';
import { editDocument } from '../host/editDocument.ts';
import { exists, fileText } from '../host/files.ts';
import { findFlowFiles } from '../host/flowFiles.ts';

const MOST_FILES = 5000;
const RELOAD_LIMIT_MS = 5000;

/** Returns the flow files of the open folders. With several folders, paths begin with the name of the folder. */
export function workspaceFiles(links: FlowLinks): FlowFiles {
  const read = async (path: string): Promise<string | undefined> => {
    const file = await requireFile(path, links);
    return (await exists(file)) ? fileText(file) : undefined;
  };
  return {
    list: async () => (await findFlowFiles({ most: MOST_FILES })).map(pathOf).toSorted(),
    read,
    write: async (path, text, before) => {
      const file = await requireFile(path, links);
      if ((await read(path)) !== before)
        throw new ToolError(`${path} was changed meanwhile, and nothing was written. Read it again.`);
      if (before === undefined) await writeText(file, text);
      else await replaceText(file, before, text);
    },
    links: connectionId => ({
      all: async () => {
        const all = await links.all(connectionId);
        return Object.fromEntries(all.map(({ file, link }) => [pathOf(file), link]));
      },
      update: async (path, change) => links.update(connectionId, await requireFile(path, links), change),
    }),
  };
}

function pathOf(file: vscode.Uri): string {
  return vscode.workspace.asRelativePath(file);
}

/** Returns the file at a path. Throws for a path outside the open folders, also by symbolic links. */
async function requireFile(path: string, links: FlowLinks): Promise<vscode.Uri> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const [only, second] = folders;
  if (!only) throw new ToolError('No folder is open, so there are no flow files. Ask the user to open one.');
  const [first = '', ...rest] = path.split('/');
  const folder = second ? folders.find(({ name }) => name === first) : only;
  if (!folder) {
    const names = folders.map(({ name }) => name).join(', ');
    throw new ToolError(`${path} must begin with the name of an open folder: ${names}.`);
  }
  const file = vscode.Uri.joinPath(folder.uri, second ? rest.join('/') : path);
  await links.requireInside(file);
  return file;
}

/** Replaces what differs in a file, as an edit that the user can undo, and saves it. */
async function replaceText(file: vscode.Uri, before: string, text: string): Promise<void> {
  const path = pathOf(file);
  const document = await vscode.workspace.openTextDocument(file);
  if (!(await isUpToDate(document, before))) {
    if (document.isDirty)
      throw new ToolError(`${path} was changed meanwhile, and nothing was written. Read it again.`);
    return writeText(file, text);
  }
  if (!(await editDocument(document, changeBetween(before, text))))
    throw new ToolError(`${path} could not be changed. Ask the user to look at it.`);
  await document.save();
  if (document.isDirty)
    throw new ToolError(`${path} was changed in its editor, but not saved. Ask the user to save it.`);
}

/**
 * Resolves to true when an open document has the text of its file. After a change on disk, this waits until VS Code
 * has loaded it. A file that is written while VS Code loads it can no longer be saved: its record of the file is
 * outdated. Resolves to false after five seconds, for example for a file that VS Code does not watch.
 */
async function isUpToDate(document: vscode.TextDocument, textOfFile: string): Promise<boolean> {
  if (document.getText() === textOfFile) return true;
  return new Promise(resolve => {
    const end = (isLoaded: boolean): void => {
      clearTimeout(timer);
      changes.dispose();
      resolve(isLoaded);
    };
    const timer = setTimeout(() => end(false), RELOAD_LIMIT_MS);
    const changes = vscode.workspace.onDidChangeTextDocument(event => {
      if (event.document === document && (document.isDirty || document.getText() === textOfFile))
        end(!document.isDirty);
    });
  });
}

async function writeText(file: vscode.Uri, text: string): Promise<void> {
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
}
