import * as vscode from 'vscode';
import { LINKS_LIMIT, type LinkStorage } from '../deploy/linksFile.ts';
import {
  isLinkKey,
  type LinksContent,
  formatLinks,
  parseLinks,
  LINKS_PATH,
} from '../flow/deploy/linksText.ts';
import { isNotFound, readAtMost } from '../host/files.ts';

/**
 * The links file in a virtual workspace folder. Such file systems have no locks, so writes are not safe against other
 * windows.
 */
export class VirtualLinks implements LinkStorage {
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
      if (isNotFound(error)) return {};
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
        return isNotFound(error);
      }
    }
    return true;
  };
}
