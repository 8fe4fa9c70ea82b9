import * as vscode from 'vscode';
import { explain } from '../host/explain.ts';
import { findFlowFiles, FLOW_FILES } from '../host/findFlowFiles.ts';
import type { FlowLinks } from '../host/flowLinks.ts';
import { Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';

const MOST = 500;

/** A flow file with the id of the flow it is. */
export interface FileOfFlow {
  readonly file: vscode.Uri;
  readonly flowId: string;
}

/** The flow files of the open folders and which remote flow of a connection each is. */
export class WorkspaceFlows implements vscode.Disposable {
  readonly #store: FlowLinks;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new Emitter<void>());
  #connectionId: string | undefined;
  #reading: Promise<void> = Promise.resolve();
  #links: readonly FileOfFlow[] = [];
  #files: readonly vscode.Uri[] = [];
  #problem: string | undefined;

  /** The files or their links are others than before. */
  readonly onDidChange = this.#changed.event;

  constructor(links: FlowLinks) {
    this.#store = links;
  }

  get links(): readonly FileOfFlow[] {
    return this.#links;
  }

  /** Why the links cannot be read, in a sentence; then no file is known to be linked or not. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** The files that are no flow of the connection yet, by their paths; 500 at most. */
  get unlinked(): readonly vscode.Uri[] {
    if (this.#problem !== undefined) return [];
    const linked = new Set(this.#links.map(({ file }) => file.toString()));
    return this.#files.filter(file => !linked.has(file.toString()));
  }

  /** Looks for the files and links of a connection once, and again whenever one of them changes. */
  async follow(connectionId: string): Promise<void> {
    if (connectionId !== this.#connectionId) {
      if (this.#connectionId === undefined) this.#watch();
      this.#connectionId = connectionId;
      this.#reading = this.#read(connectionId);
    }
    await this.#reading;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  // Watching costs VS Code something, so nothing is watched before a view wants to know.
  #watch(): void {
    const again = async (): Promise<void> => {
      this.#reading = this.#read(this.#connectionId ?? '');
      await this.#reading;
      this.#changed.fire();
    };
    this.#owned.add(vscode.workspace.onDidChangeWorkspaceFolders(() => void again()));
    const files = this.#owned.add(vscode.workspace.createFileSystemWatcher(FLOW_FILES, false, true));
    for (const event of [files.onDidCreate, files.onDidDelete]) this.#owned.add(event(() => void again()));
    this.#store.watch();
    this.#owned.add(this.#store.onDidChange(() => void again()));
  }

  async #read(connectionId: string): Promise<void> {
    const [links, files] = await Promise.all([
      this.#store.all(connectionId).catch((error: unknown) => explain(error).summary),
      findFlowFiles({ most: MOST }),
    ]);
    // Another connection was chosen meanwhile.
    if (connectionId !== this.#connectionId) return;
    this.#files = files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
    this.#problem = typeof links === 'string' ? links : undefined;
    const known = typeof links === 'string' ? [] : links;
    this.#links = known.flatMap(({ file, link: { flowId } }) =>
      flowId === undefined ? [] : [{ file, flowId }],
    );
  }
}
