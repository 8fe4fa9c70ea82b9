import * as vscode from 'vscode';
import type { FileDrift } from '../deploy/readDrift.ts';
import type { Flow } from '../contract/records/flow.ts';
import type { CatalogueStore } from '../stores/catalogueStore.ts';
import type { FlowStore } from '../stores/flowStore.ts';
import type { Connection } from '../stores/connection.ts';
import type { Session } from '../stores/session.ts';
import { Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { fileText } from './fileText.ts';
import { FLOW_FILES } from './findFlowFiles.ts';
import type { FlowLinks, LinkedFile } from './flowLinks.ts';

const AT_ONCE = 4;

/** How the linked files of the workspace and their flows stand to one another on the active connection. */
export class DriftStore implements vscode.Disposable {
  readonly #session: Session;
  readonly #links: FlowLinks;
  readonly #flows: FlowStore;
  readonly #catalogue: CatalogueStore;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new Emitter<void>());
  readonly #known = new Map<string, FileDrift>();
  /** When the flow of a file was last changed, as the list of flows said at the comparison. */
  readonly #stamps = new Map<string, string | undefined>();
  #running = new AbortController();
  /** Whether somebody has asked; before that nothing is read, whatever is saved. */
  #wanted = false;
  #watched = false;

  readonly onDidChange = this.#changed.event;

  constructor(session: Session, links: FlowLinks, catalogue: CatalogueStore, flows: FlowStore) {
    this.#session = session;
    this.#links = links;
    this.#catalogue = catalogue;
    this.#flows = flows;
    this.#owned.add(
      session.onDidChange(({ kind }) => {
        if (kind !== 'none' && kind !== 'closed' && kind !== 'signedOut') return;
        this.#running.abort();
        this.#wanted = false;
        this.#known.clear();
        this.#changed.fire();
      }),
    );
    this.#owned.add(flows.onDidChange(() => void this.#followFlows().catch(() => undefined)));
  }

  /** What is known of a file; undefined before it was compared, and for files that are not linked. */
  of(file: vscode.Uri): FileDrift | undefined {
    return this.#known.get(file.toString());
  }

  /** The files of which something is known. */
  get files(): readonly vscode.Uri[] {
    return [...this.#known.keys()].map(address => vscode.Uri.parse(address));
  }

  /** Compares all linked files unless that was begun before; failures are told by the view of flows. */
  async ensure(): Promise<void> {
    if (!this.#wanted) await this.refresh().catch(() => undefined);
  }

  /** Compares files, or all linked ones, with their flows. Rejects when the connection cannot be opened. */
  async refresh(files?: readonly vscode.Uri[]): Promise<void> {
    this.#wanted = true;
    this.#watch();
    const connection = this.#session.require();
    if (this.#running.signal.aborted) this.#running = new AbortController();
    const { signal } = this.#running;
    const wanted = files && new Set(files.map(String));
    const linked = await this.#links.all(connection.id);
    const queue = linked.filter(({ file }) => !wanted || wanted.has(file.toString()));
    const reading = new Set(queue.map(({ file }) => file.toString()));
    for (const file of wanted ?? [...this.#known.keys()]) if (!reading.has(file)) this.#known.delete(file);
    const next = async (): Promise<void> => {
      for (let one = queue.shift(); one && !signal.aborted; one = queue.shift())
        await this.#read(connection, one, signal);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    if (!signal.aborted) this.#changed.fire();
  }

  dispose(): void {
    this.#running.abort();
    this.#owned.dispose();
  }

  // Watching costs VS Code something, so nothing is watched before somebody has asked.
  #watch(): void {
    if (this.#watched) return;
    this.#watched = true;
    const watcher = this.#owned.add(vscode.workspace.createFileSystemWatcher(FLOW_FILES, true));
    const again = (file: vscode.Uri): void => {
      if (this.#wanted) void this.refresh([file]).catch(() => undefined);
    };
    for (const event of [watcher.onDidChange, watcher.onDidDelete]) this.#owned.add(event(again));
  }

  // A flow that others have changed since is compared anew.
  async #followFlows(): Promise<void> {
    const { connection } = this.#session;
    if (!this.#wanted || !connection) return;
    const changed = (await this.#links.all(connection.id)).filter(({ file, link }) => {
      const flow = this.#flows.byId(link.flowId ?? '');
      return flow && this.#known.has(file.toString()) && this.#stamps.get(file.toString()) !== stampOf(flow);
    });
    if (changed.length > 0) await this.refresh(changed.map(({ file }) => file));
  }

  async #read(connection: Connection, { file, link }: LinkedFile, signal: AbortSignal): Promise<void> {
    const { flowId } = link;
    if (flowId === undefined) return;
    try {
      const [{ readDrift }, client, text] = await Promise.all([
        import('../deploy/readDrift.ts'),
        this.#session.clientOf(connection),
        fileText(file),
      ]);
      // The catalogue is that of the active connection, which may be another one by now.
      signal.throwIfAborted();
      // An unknown action has a shorter name and no parameters of its own, so the catalogue is awaited.
      if (this.#catalogue.state.readAt === undefined) await this.#catalogue.refresh();
      this.#stamps.set(file.toString(), stampOf(this.#flows.byId(flowId)));
      const given = { path: vscode.workspace.asRelativePath(file), text, link: { ...link, flowId } };
      const drift = await readDrift(client, given, this.#catalogue.catalogue, { signal });
      if (!signal.aborted) this.#known.set(file.toString(), drift);
    } catch {
      // A file that cannot be read, or a call that failed: the view of flows says what is wrong with those.
      this.#known.delete(file.toString());
    }
  }
}

function stampOf(flow: Flow | undefined): string | undefined {
  return flow?.updatedAt ?? undefined;
}
