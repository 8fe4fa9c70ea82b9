import * as vscode from 'vscode';
import type { FolderLinks, LinkedFileOf } from '../deploy/folderLinks.ts';
import type { LinkChange } from '../deploy/deployContext.ts';
import type { FlowLink } from '../flow/deploy/flowLink.ts';
import { LINKS_NAME } from '../flow/deploy/linksText.ts';
import { Emitter } from '../util/emitter.ts';
import { Turns } from '../util/turns.ts';
import { SerialQueue } from '../util/serialQueue.ts';

/** A workspace file that is linked to a flow of a connection. */
export type LinkedFile = LinkedFileOf<vscode.Uri>;

/**
 * The links between workspace files and remote flows, stored in `.cloud-devices/links.json` of each folder:
 * `{"connections": {"<connection>": {"<file path>": {"flowId": "<id>", …}}}}`. Contains only IDs and digests.
 */
export class FlowLinks implements vscode.Disposable {
  readonly #changed = new Emitter<void>();
  #links: Promise<FolderLinks<vscode.Uri>> | undefined;
  #watcher: vscode.FileSystemWatcher | undefined;
  readonly #writes = new SerialQueue();
  readonly #turns = new Turns();

  /** Fires after this window changes links and, once `watch` was called, after changes by others. */
  readonly onDidChange = this.#changed.event;

  /** Starts watching for changes by others, such as git; not started by default, since watchers cost resources. */
  watch(): void {
    if (this.#watcher) return;
    this.#watcher = vscode.workspace.createFileSystemWatcher(`**/${LINKS_NAME}`);
    const fireChanged = (): void => this.#changed.fire();
    this.#watcher.onDidChange(fireChanged);
    this.#watcher.onDidCreate(fireChanged);
    this.#watcher.onDidDelete(fireChanged);
  }

  /**
   * Returns the links of a connection in all open folders, without entries that are invalid or lead outside their
   * folder. Rejects if a links file cannot be read.
   */
  all(connectionId: string): Promise<readonly LinkedFile[]> {
    return this.#writes.run(async () => (await this.#open()).all(connectionId));
  }

  /** Returns the link of a file, if any. Rejects if its links file cannot be read. */
  of(connectionId: string, file: vscode.Uri): Promise<FlowLink | undefined> {
    return this.#writes.run(async () => (await this.#open()).of(connectionId, file));
  }

  /** Changes the link of a file; undefined removes it. Rejects if the file is not inside an open folder. */
  update(connectionId: string, file: vscode.Uri, change: LinkChange): Promise<void> {
    // Writes run one after the other, so that this window does not wait for its own lock.
    return this.#writes.run(async () => {
      await (await this.#open()).update(connectionId, file, change);
      this.#changed.fire();
    });
  }

  /** Runs work for a file while no other program, window, or work of this window does. */
  exclusively<T>(file: vscode.Uri, work: () => Promise<T>): Promise<T> {
    return this.#turns.take(file.toString(), async () => (await this.#open()).exclusively(file, work));
  }

  /** Rejects unless the file is a flow file inside an open folder. */
  async requireInside(file: vscode.Uri): Promise<void> {
    await (await this.#open()).requireInside(file);
  }

  dispose(): void {
    this.#watcher?.dispose();
    this.#changed.dispose();
  }

  // Imported lazily to keep extension activation fast.
  #open(): Promise<FolderLinks<vscode.Uri>> {
    return (this.#links ??= import('./openLinks.ts').then(({ openLinks }) => openLinks()));
  }
}
