import * as vscode from 'vscode';
import type { FolderLinks, LinkedFileOf } from '../deploy/folderLinks.ts';
import type { LinkChange } from '../deploy/linkPort.ts';
import type { FlowLink } from '../flow/deploy/flowLink.ts';
import { LINKS_NAME } from '../flow/deploy/linksText.ts';
import { Emitter } from '../util/emitter.ts';

/** A workspace file that is known to be a flow of a connection. */
export type LinkedFile = LinkedFileOf<vscode.Uri>;

/**
 * Which workspace file is which remote flow, kept in `.cloud-devices/links.json` of each folder:
 * `{"connections": {"<connection>": {"<path of the file>": {"flowId": "<id>", …}}}}`. Ids and digests only.
 */
export class FlowLinks implements vscode.Disposable {
  readonly #changed = new Emitter<void>();
  #links: Promise<FolderLinks<vscode.Uri>> | undefined;
  #watcher: vscode.FileSystemWatcher | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** Tells that links were written by this window, and once they are watched by anybody else. */
  readonly onDidChange = this.#changed.event;

  /** Looks from now on for links that others write, such as git; watching costs VS Code something. */
  watch(): void {
    if (this.#watcher) return;
    this.#watcher = vscode.workspace.createFileSystemWatcher(`**/${LINKS_NAME}`);
    const changed = (): void => this.#changed.fire();
    this.#watcher.onDidChange(changed);
    this.#watcher.onDidCreate(changed);
    this.#watcher.onDidDelete(changed);
  }

  /**
   * The links of the open folders for a connection; what is not in their form, or leads outside its folder, is left out.
   * Rejects where a links file cannot be read.
   */
  async all(connectionId: string): Promise<readonly LinkedFile[]> {
    await this.#writing.catch(() => undefined);
    return (await this.#open()).all(connectionId);
  }

  /** The link of a file, if it has one. Rejects where its links file cannot be read. */
  async of(connectionId: string, file: vscode.Uri): Promise<FlowLink | undefined> {
    await this.#writing.catch(() => undefined);
    return (await this.#open()).of(connectionId, file);
  }

  /** Changes the link of a file; undefined forgets the file. Rejects for a file that is not inside an open folder. */
  update(connectionId: string, file: vscode.Uri, change: LinkChange): Promise<void> {
    // One after the other, so that this window does not wait for its own lock.
    this.#writing = this.#writing
      .catch(() => undefined)
      .then(async () => (await this.#open()).update(connectionId, file, change))
      .then(() => this.#changed.fire());
    return this.#writing;
  }

  /** Rejects for a file that no link can name: one that is not a flow file inside an open folder. */
  async requireInside(file: vscode.Uri): Promise<void> {
    await (await this.#open()).requireInside(file);
  }

  dispose(): void {
    this.#watcher?.dispose();
    this.#changed.dispose();
  }

  // Loaded by the first use, not when the extension starts.
  #open(): Promise<FolderLinks<vscode.Uri>> {
    return (this.#links ??= import('./openLinks.ts').then(({ openLinks }) => openLinks()));
  }
}
