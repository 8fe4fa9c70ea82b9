import * as vscode from 'vscode';
import type { FileDrift } from '../deploy/readDrift.ts';
import type { Flow } from '../contract/records/flow.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import type { FlowStore } from '../stores/flowStore.ts';
import { dropsRecords, type Session } from '../stores/session.ts';
import { Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { mapLimit } from '../util/mapLimit.ts';
import { fileText } from '../host/files.ts';
import { FLOW_FILES } from '../host/flowFiles.ts';
import type { FlowLinks, LinkedFile } from './flowLinks.ts';

const AT_ONCE = 4;

/** The drift of a file. */
interface Comparison {
  readonly drift: FileDrift;
  /** `updatedAt` of the flow in the flow list at the time of the comparison. */
  readonly stamp: string | undefined;
}

/** The drift between the linked files of the workspace and their flows on a connection. */
export class DriftStore implements vscode.Disposable {
  readonly #session: Session;
  readonly #links: FlowLinks;
  readonly #flows: FlowStore;
  readonly #catalog: CatalogStore;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new Emitter<void>());
  readonly #known = new Map<string, Comparison>();
  /** Number of the reading that last decided the drift of each file. */
  readonly #settled = new Map<string, number>();
  #readings = 0;
  #running = new AbortController();
  /** True after the first `ensure` or `refresh`; until then, saving a file does not trigger a comparison. */
  #wanted = false;
  #watched = false;

  readonly onDidChange = this.#changed.event;

  constructor(session: Session, links: FlowLinks, catalog: CatalogStore, flows: FlowStore) {
    this.#session = session;
    this.#links = links;
    this.#catalog = catalog;
    this.#flows = flows;
    this.#owned.add(
      session.onDidChange(state => {
        if (!dropsRecords(state)) return;
        this.#running.abort();
        this.#wanted = false;
        this.#known.clear();
        this.#changed.fire();
      }),
    );
    this.#owned.add(flows.onDidChange(() => void this.#followFlows().catch(() => undefined)));
  }

  /** Returns the drift of a file; undefined before the comparison and for files without a link. */
  of(file: vscode.Uri): FileDrift | undefined {
    return this.#known.get(file.toString())?.drift;
  }

  /** The files with a known drift. */
  get files(): readonly vscode.Uri[] {
    return [...this.#known.keys()].map(address => vscode.Uri.parse(address));
  }

  /** Compares all linked files on the first call. Failures are reported in the flows view. */
  async ensure(): Promise<void> {
    if (!this.#wanted) await this.refresh().catch(() => undefined);
  }

  /**
   * Compares the given files, or all linked files, with their flows. Rejects if no connection is available or the links
   * cannot be read.
   */
  async refresh(files?: readonly vscode.Uri[]): Promise<void> {
    this.#wanted = true;
    this.#watch();
    const connection = this.#session.require();
    if (this.#running.signal.aborted) this.#running = new AbortController();
    const { signal } = this.#running;
    const wanted = files && new Set(files.map(String));
    const linked = await this.#links.all(connection.id);
    const compared = linked.filter(({ file }) => !wanted || wanted.has(file.toString()));
    const reading = new Set(compared.map(({ file }) => file.toString()));
    for (const file of wanted ?? [...this.#known.keys()])
      if (!reading.has(file)) this.#settle(file, ++this.#readings);
    await mapLimit(compared, AT_ONCE, async linkedFile => {
      if (!signal.aborted) await this.#read(linkedFile, signal);
    });
    if (!signal.aborted) this.#changed.fire();
  }

  dispose(): void {
    this.#running.abort();
    this.#owned.dispose();
  }

  // A file watcher costs resources, so it starts on first use.
  #watch(): void {
    if (this.#watched) return;
    this.#watched = true;
    const watcher = this.#owned.add(vscode.workspace.createFileSystemWatcher(FLOW_FILES, true));
    const refreshFile = (file: vscode.Uri): void => {
      if (this.#wanted && this.#session.isActive) void this.refresh([file]).catch(() => undefined);
    };
    for (const event of [watcher.onDidChange, watcher.onDidDelete]) this.#owned.add(event(refreshFile));
  }

  // A newer `updatedAt` in the flow list means that the flow was changed elsewhere.
  async #followFlows(): Promise<void> {
    const { connection } = this.#session;
    if (!this.#wanted || !connection) return;
    const changed = (await this.#links.all(connection.id)).filter(({ file, link }) => {
      const flow = this.#flows.byId(link.flowId ?? '');
      const known = this.#known.get(file.toString());
      return flow && known && known.stamp !== stampOf(flow);
    });
    if (changed.length > 0) await this.refresh(changed.map(({ file }) => file));
  }

  async #read({ file, link }: LinkedFile, signal: AbortSignal): Promise<void> {
    const { flowId } = link;
    if (flowId === undefined) return;
    const key = file.toString();
    const reading = ++this.#readings;
    try {
      const [{ readDrift }, client, text] = await Promise.all([
        import('../deploy/readDrift.ts'),
        this.#session.client(),
        fileText(file),
      ]);
      signal.throwIfAborted();
      // The comparison needs the names and parameters of the actions.
      if (this.#catalog.state.readAt === undefined) await this.#catalog.refresh();
      const stamp = stampOf(this.#flows.byId(flowId));
      const given = { path: vscode.workspace.asRelativePath(file), text, link: { ...link, flowId } };
      const drift = await readDrift(client, given, this.#catalog.catalog, { signal });
      if (!signal.aborted) this.#settle(key, reading, { drift, stamp });
    } catch {
      // The file could not be read or a request failed; the flows view shows the reason.
      this.#settle(key, reading);
    }
  }

  // A reading that ends after a newer one changes nothing.
  #settle(file: string, reading: number, found?: Comparison): void {
    if (reading < (this.#settled.get(file) ?? 0)) return;
    this.#settled.set(file, reading);
    if (found) this.#known.set(file, found);
    else this.#known.delete(file);
  }
}

function stampOf(flow: Flow | undefined): string | undefined {
  return flow?.updatedAt ?? undefined;
}
