import * as vscode from 'vscode';
import { explain } from '../host/explain.ts';
import type { Command } from '../manifest.ts';
import { NotConnectedError, type Session } from '../stores/session.ts';
import { Disposables } from '../util/disposables.ts';
import type { Event } from '../util/emitter.ts';
import { Throttle } from '../util/throttle.ts';
import { type Line, noticeLine } from './line.ts';
import { failureNotices, nextSteps } from './notice.ts';
import { ViewMessage } from './viewMessage.ts';

/** The content of a view and its sources. */
export interface LineSource {
  readonly view: string;
  /** The command that reads everything again. */
  readonly refresh: Command;
  readonly onDidChange: Event<void>;
  /** Reads the data shown first; does not reject for failures that the lines show. */
  readonly ensure: () => Promise<void>;
  readonly lines: () => readonly Line[];
  /** Returns the message above the lines; may be empty. */
  readonly message: () => string;
  /** Returns the active search, filter and order, shown beside the title. */
  readonly description: () => string;
  /** Called with true while the view is visible and the window has focus. */
  readonly watch: (wanted: boolean) => void;
  /** True if several lines can be selected. */
  readonly selectsMany: boolean;
  /** True if the view has lines even without a connection. */
  readonly local: boolean;
}

/**
 * Time in milliseconds over which changes are combined into one redraw. VS Code itself starts the next redraw at the
 * earliest after 200 ms.
 */
export const GATHER_MS = 50;

/** Key of the top-level lines in `#drawn`. */
const TOP = '';

/**
 * A tree view of lines that reads nothing until first shown. It is redrawn only if lines have changed, because during a
 * redraw VS Code loses the line of an open menu or tooltip.
 */
export class LineTree implements vscode.TreeDataProvider<Line>, vscode.Disposable {
  readonly #session: Session;
  readonly #source: LineSource;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new vscode.EventEmitter<undefined>());
  readonly #view: vscode.TreeView<Line>;
  readonly #items = new WeakMap<Line, vscode.TreeItem>();
  /** Serialized lines as last drawn: the top level, and the children of each expanded line by its ID. */
  readonly #drawn = new Map<string, string>();
  /** The lines last read, by ID, since the children of those drawn may be outdated. */
  readonly #latest = new Map<string, Line>();
  readonly #message: ViewMessage;
  readonly #redraw = this.#owned.add(new Throttle(() => void this.#refreshChanged(), GATHER_MS));

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(session: Session, source: LineSource) {
    this.#session = session;
    this.#source = source;
    this.#view = this.#owned.add(
      vscode.window.createTreeView(source.view, {
        treeDataProvider: this,
        showCollapseAll: true,
        canSelectMany: source.selectsMany,
      }),
    );
    this.#message = this.#owned.add(new ViewMessage(this.#view, () => this.#words()));
    this.#owned.add(session.onDidChange(() => this.#refresh()));
    this.#owned.add(
      source.onDidChange(() => {
        this.#tell();
        this.#redraw.schedule();
      }),
    );
    this.#owned.add(
      this.#view.onDidCollapseElement(({ element }) => this.#drawn.delete(this.#idOf(element))),
    );
    this.#owned.add(this.#view.onDidChangeVisibility(() => this.#look()));
    this.#owned.add(vscode.window.onDidChangeWindowState(() => this.#look()));
    this.#refresh();
  }

  getTreeItem(line: Line): vscode.TreeItem {
    const item = this.#items.get(line) ?? line.item();
    this.#items.set(line, item);
    return item;
  }

  async getChildren(line?: Line): Promise<Line[]> {
    if (!line) this.#look();
    const key = line ? this.#idOf(line) : TOP;
    const lines = line ? await below(this.#latest.get(key) ?? line) : await this.#top();
    this.#drawn.set(key, this.#textOf(lines));
    return lines;
  }

  /** The selected lines; empty while the view is hidden. */
  get selected(): readonly Line[] {
    return this.#view.visible ? this.#view.selection : [];
  }

  dispose(): void {
    this.#source.watch(false);
    this.#owned.dispose();
  }

  async #top(): Promise<Line[]> {
    // The tree shows a progress bar until this resolves.
    if (this.#usable) await this.#source.ensure();
    const lines = this.#usable || this.#source.local ? this.#source.lines() : [];
    // An empty view shows the welcome content from package.json, which explains how to connect.
    if (lines.length === 0 && !this.#usable) return [];
    return [...this.#wayOut(), ...lines];
  }

  #look(): void {
    this.#source.watch(this.#view.visible && vscode.window.state.focused);
    this.#message.say();
  }

  // If the connection itself failed, for example because the sandbox stopped, the lists do not show an error.
  #wayOut(): Line[] {
    const { state } = this.#session;
    const { view, refresh, message } = this.#source;
    const retry = { title: 'Retry', command: refresh };
    if (!this.#usable)
      return failureNotices(`${view}/session`, new NotConnectedError(state), retry).map(noticeLine);
    if (state.kind !== 'failed' || message() !== '') return [];
    return nextSteps(`${view}/session`, state.error, retry).map(noticeLine);
  }

  // Not cached, since the session may change during a read.
  get #usable(): boolean {
    const { kind } = this.#session.state;
    return kind !== 'none' && kind !== 'signedOut' && kind !== 'rejected';
  }

  #refresh(): void {
    this.#tell();
    this.#drawn.clear();
    this.#latest.clear();
    this.#changed.fire(undefined);
  }

  async #refreshChanged(): Promise<void> {
    if (!(await this.#isDrawn(TOP, () => this.#top()))) this.#refresh();
  }

  #tell(): void {
    this.#view.description = this.#source.description();
    this.#message.say();
  }

  async #isDrawn(key: string, read: () => Promise<readonly Line[]>): Promise<boolean> {
    const drawn = this.#drawn.get(key);
    if (drawn === undefined) return false;
    const lines = await read();
    if (this.#textOf(lines) !== drawn) return false;
    for (const line of lines) {
      const id = this.#idOf(line);
      this.#latest.set(id, line);
      if (this.#drawn.has(id) && !(await this.#isDrawn(id, () => below(line)))) return false;
    }
    return true;
  }

  #idOf(line: Line): string {
    return this.getTreeItem(line).id ?? '';
  }

  // Records are included because commands receive them.
  #textOf(lines: readonly Line[]): string {
    return JSON.stringify(lines.map(line => [this.getTreeItem(line), line.record]));
  }

  #words(): string {
    const { state } = this.#session;
    if (!this.#usable) return '';
    return state.kind === 'failed' ? explain(state.error).summary : this.#source.message();
  }
}

async function below(line: Line): Promise<Line[]> {
  return [...((await line.children?.()) ?? [])];
}
