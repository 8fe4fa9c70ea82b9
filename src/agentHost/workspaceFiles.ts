import * as vscode from 'vscode';
import type { FlowFiles } from '../agent/ports.ts';
import { readOther } from '../agent/diskFiles.ts';
import { mark } from '../agent/marked.ts';
import { ToolError } from '../agent/tool.ts';
import type { FlowLinks } from '../appState/flowLinks.ts';
import { changeFile, UnsavedError } from '../appState/changeFile.ts';
import { isWritableKey, writableFlow } from '../deploy/writableFlow.ts';
import { isTestPath } from '../flowTest/testPath.ts';
import { exists, fileText } from '../host/files.ts';
import { findFlowFiles } from '../host/flowFiles.ts';
import { Turns } from '../util/turns.ts';

const MAX_FILES = 5000;

/** Returns the flow files of the open folders. With several folders, paths begin with the name of the folder. */
export function workspaceFiles(links: FlowLinks): FlowFiles {
  const turns = new Turns();
  return {
    list: async () => (await findFlowFiles({ most: MAX_FILES })).map(pathOf).toSorted(),
    read: async path => {
      const file = await requireFile(path, links);
      return (await exists(file)) ? fileText(file) : undefined;
    },
    readOther: async path => {
      const { folder, key } = placeOf(path);
      if (folder.uri.scheme !== 'file')
        throw new ToolError(`${path} is not on the disk of this computer, so it cannot be read.`);
      return readOther(folder.uri.fsPath, key);
    },
    change: async (path, change, signal) => {
      const file = await requireFile(path, links);
      await turns.take(file.toString(), () =>
        changeFile(
          file,
          before => {
            signal.throwIfAborted();
            return change(before);
          },
          { resolve: () => resolvePath(path, file) },
        ).catch((error: unknown) => {
          if (error instanceof UnsavedError)
            throw new ToolError(`${error.message} Only the user can save it.`);
          throw error;
        }),
      );
    },
    links: connectionId => ({
      all: async () => {
        const all = await links.all(connectionId);
        return Object.fromEntries(all.map(({ file, link }) => [pathOf(file), link]));
      },
      update: async (path, change) => links.update(connectionId, await requireFile(path, links), change),
      exclusively: async (path, work) => links.exclusively(await requireFile(path, links), work),
    }),
  };
}

function pathOf(file: vscode.Uri): string {
  return vscode.workspace.asRelativePath(file);
}

/** Returns the open folder of a path, and the path in it. Throws if there is none. */
function placeOf(path: string): { readonly folder: vscode.WorkspaceFolder; readonly key: string } {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const [only, second] = folders;
  if (!only) throw new ToolError('No folder is open, so there are no flow files. Ask the user to open one.');
  const [first = '', ...rest] = path.split('/');
  const folder = second ? folders.find(({ name }) => name === first) : only;
  if (!folder) {
    const names = folders.map(({ name }) => name).join(', ');
    throw new ToolError(`${path} must begin with the name of an open folder.`, mark('file', names));
  }
  return { folder, key: second ? rest.join('/') : path };
}

/** Returns the file at a path. Throws for a path outside the open folders, also by symbolic links. */
async function requireFile(path: string, links: FlowLinks): Promise<vscode.Uri> {
  const { folder, key } = placeOf(path);
  if (!isWritableKey(key)) throw refusalOf(path);
  const file = vscode.Uri.joinPath(folder.uri, key);
  // Only flow files have links.
  if (!isTestPath(key)) await links.requireInside(file);
  else if (file.scheme === 'file') await resolvePath(path, file);
  return file;
}

/** Resolves the symbolic links of a file on disk. Throws ToolError if agents may not write it. */
async function resolvePath(path: string, file: vscode.Uri): Promise<string> {
  const folder = vscode.workspace.getWorkspaceFolder(file);
  const resolved = folder && (await writableFlow(folder.uri.fsPath, file.fsPath));
  if (resolved === undefined) throw refusalOf(path);
  return resolved;
}

function refusalOf(path: string): ToolError {
  return new ToolError(`${path} is in a hidden folder, or leads outside the open folder. Use another path.`);
}
