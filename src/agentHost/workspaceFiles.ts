import * as vscode from 'vscode';
import type { FlowFiles } from '../agent/ports.ts';
import { ToolError } from '../agent/tool.ts';
import type { FlowLinks } from '../appState/flowLinks.ts';
import { changeBetween } from '../flow/document/textEdits.ts';
import { editDocument } from '../host/editDocument.ts';
import { exists, fileText, openDocument } from '../host/files.ts';
import { findFlowFiles } from '../host/flowFiles.ts';

const MOST_FILES = 5000;
const RELOAD_LIMIT_MS = 5000;

/** Returns the flow files of the open folders. With several folders, paths begin with the name of the folder. */
export function workspaceFiles(links: FlowLinks): FlowFiles {
  return {
    list: async () => (await findFlowFiles({ most: MOST_FILES })).map(pathOf).toSorted(),
    read: async path => textOf(await requireFile(path, links)),
    write: async (path, text, before, signal) => {
      const file = await requireFile(path, links);
      await requireText(file, before);
      if (before === undefined) await writeText(file, text);
      else await replaceText(file, before, text, signal);
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
async function replaceText(
  file: vscode.Uri,
  before: string,
  text: string,
  signal: AbortSignal,
): Promise<void> {
  const open = openDocument(file);
  if (open) await waitUntilLoaded(open, before);
  signal.throwIfAborted();
  const document = await vscode.workspace.openTextDocument(file);
  if (document.getText() !== before) {
    await requireText(file, before);
    return writeText(file, text);
  }
  if (!(await editDocument(document, changeBetween(before, text))))
    throw new ToolError(`${pathOf(file)} could not be changed. Ask the user to look at it.`);
  await document.save();
  if (document.isDirty)
    throw new ToolError(`${pathOf(file)} was changed in its editor, but not saved. Ask the user to save it.`);
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

async function textOf(file: vscode.Uri): Promise<string | undefined> {
  return (await exists(file)) ? fileText(file) : undefined;
}

/** Throws unless a file still has a text. */
async function requireText(file: vscode.Uri, before: string | undefined): Promise<void> {
  if ((await textOf(file)) !== before)
    throw new ToolError(`${pathOf(file)} was changed meanwhile, and nothing was written. Read it again.`);
}

async function writeText(file: vscode.Uri, text: string): Promise<void> {
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
}
