import * as vscode from 'vscode';
import { explain } from '../wording/explain.ts';
import { findFlowFiles, FLOW_FILES } from '../host/flowFiles.ts';
import type { FlowLinks } from '../appState/flowLinks.ts';
import { Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';

/** The maximum number of flow files that are found. */
const MAX_FLOW_FILES = 500;

/** A flow file with the ID of its flow. */
interface FileOfFlow {
  readonly file: vscode.Uri;
  readonly flowId: string;
}

/** The flow files of the open folders and their links to flows of a connection. */
export class WorkspaceFlows extends Disposables {
  readonly #store: FlowLinks;
  readonly #changed = this.add(new Emitter<void>());
  #connectionId: string | undefined;
  #reading: Promise<void> = Promise.resolve();
  /** The number of the last read. */
  #lastRead = 0;
  #links: readonly FileOfFlow[] = [];
  #files: readonly vscode.Uri[] = [];
  #problem: string | undefined;

  /** Fires after the files or their links have changed. */
  readonly onDidChange = this.#changed.event;

  constructor(links: FlowLinks) {
    super();
    this.#store = links;
  }

  get links(): readonly FileOfFlow[] {
    return this.#links;
  }

  /** The reason why the links cannot be read; `links` and `unlinked` are then empty. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** The files without a flow on this connection, sorted by path. At most 500 flow files are searched. */
  get unlinked(): readonly vscode.Uri[] {
    if (this.#problem !== undefined) return [];
    const linked = new Set(this.#links.map(({ file }) => file.toString()));
    return this.#files.filter(file => !linked.has(file.toString()));
  }

  /** Reads the files and links of a connection, now and after each change. */
  async follow(connectionId: string): Promise<void> {
    if (connectionId !== this.#connectionId) {
      if (this.#connectionId === undefined) this.#watch();
      this.#connectionId = connectionId;
      this.#reading = this.#read(connectionId);
    }
    // A read that begins meanwhile replaces the awaited one.
    let awaited: Promise<void> | undefined;
    while (awaited !== this.#reading) {
      awaited = this.#reading;
      await awaited;
    }
  }

  // File watchers cost resources, so they start on first use.
  #watch(): void {
    const reread = async (): Promise<void> => {
      this.#reading = this.#read(this.#connectionId ?? '');
      await this.#reading;
      this.#changed.fire();
    };
    this.add(vscode.workspace.onDidChangeWorkspaceFolders(() => void reread()));
    const files = this.add(vscode.workspace.createFileSystemWatcher(FLOW_FILES, false, true));
    for (const event of [files.onDidCreate, files.onDidDelete]) this.add(event(() => void reread()));
    this.#store.watch();
    this.add(this.#store.onDidChange(() => void reread()));
  }

  async #read(connectionId: string): Promise<void> {
    const read = ++this.#lastRead;
    const [links, files] = await Promise.all([
      this.#store.all(connectionId).catch((error: unknown) => explain(error).summary),
      findFlowFiles({ most: MAX_FLOW_FILES }),
    ]);
    // A later read has begun, perhaps of another connection.
    if (read !== this.#lastRead) return;
    this.#files = files.toSorted((left, right) => (left.path < right.path ? -1 : 1));
    this.#problem = typeof links === 'string' ? links : undefined;
    const known = typeof links === 'string' ? [] : links;
    this.#links = known.flatMap(({ file, link: { flowId } }) =>
      flowId === undefined ? [] : [{ file, flowId }],
    );
  }
}
