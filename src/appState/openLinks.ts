import { relative, sep } from 'node:path';
import * as vscode from 'vscode';
import { FolderLinks, type LinkFolder } from '../deploy/folderLinks.ts';
import { LINKS_LIMIT, LinksFile, type LinkStorage } from '../deploy/linksFile.ts';
import {
  formatLinks,
  isLinkKey,
  LINKS_PATH,
  type LinksContent,
  parseLinks,
} from '../flow/deploy/linksText.ts';
import { isFileNotFound, readAtMost } from '../host/files.ts';

/** Returns the links of the workspace folders, which are determined on each access. */
export function openLinks(): FolderLinks<vscode.Uri> {
  return new FolderLinks<vscode.Uri>(openFolders, file => vscode.workspace.asRelativePath(file));
}

function openFolders(): readonly LinkFolder<vscode.Uri>[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => ({
    storage: uri.scheme === 'file' ? new LinksFile(uri.fsPath) : new VirtualLinks(uri),
    keyOf: file => keyOf(uri, file),
    fileOf: key => vscode.Uri.joinPath(uri, key),
  }));
}

function keyOf(folder: vscode.Uri, file: vscode.Uri): string | undefined {
  if (file.scheme !== folder.scheme || file.authority !== folder.authority) return undefined;
  const path = relative(folder.fsPath, file.fsPath).split(sep).join('/');
  return isLinkKey(path) ? path : undefined;
}

/**
 * The links file in a virtual workspace folder. Such file systems have no locks, so writes are not safe against other
 * windows.
 */
class VirtualLinks implements LinkStorage {
  readonly #folder: vscode.Uri;
  readonly #file: vscode.Uri;

  constructor(folder: vscode.Uri) {
    this.#folder = folder;
    this.#file = vscode.Uri.joinPath(folder, ...LINKS_PATH);
  }

  readonly read = async (): Promise<LinksContent> => {
    try {
      return parseLinks(await readAtMost(this.#file, LINKS_LIMIT));
    } catch (error) {
      if (isFileNotFound(error)) return {};
      throw error;
    }
  };

  readonly update: LinkStorage['update'] = async change => {
    const content = await this.read();
    const changed = change(content);
    if (changed === content) return;
    await vscode.workspace.fs.writeFile(this.#file, new TextEncoder().encode(formatLinks(changed)));
  };

  // The links of a window are changed by one `FlowLinks`, which lets work for the same file wait.
  readonly exclusively: LinkStorage['exclusively'] = (_key, work) => work();

  readonly isInside: LinkStorage['isInside'] = async key => {
    if (!isLinkKey(key)) return false;
    // The target of a symbolic link is unknown here, so links are not followed.
    const parts = key.split('/');
    for (const [index] of parts.entries()) {
      const entry = vscode.Uri.joinPath(this.#folder, ...parts.slice(0, index + 1));
      try {
        const { type } = await vscode.workspace.fs.stat(entry);
        if (type & vscode.FileType.SymbolicLink) return false;
      } catch (error) {
        return isFileNotFound(error);
      }
    }
    return true;
  };
}
