import * as vscode from 'vscode';
import { explain } from '../host/explain.ts';
import type { Command } from '../manifest.ts';
import { NotConnectedError, type Session } from '../stores/session.ts';
import { Disposables } from '../util/disposables.ts';
import type { Event } from '../util/emitter.ts';
import { Soon } from '../util/soon.ts';
import { type Line, noticeLine } from './line.ts';
import { failureNotices, nextSteps } from './notice.ts';
import { ViewMessage } from './viewMessage.ts';

/** What a view shows and where it comes from. */
export interface LineSource {
  readonly view: string;
  /** The command that reads everything anew. */
  readonly refresh: Command;
  readonly onDidChange: Event<void>;
  /** Reads what the view shows first; never rejects for a failure that the lines tell. */
  readonly ensure: () => Promise<void>;
  readonly lines: () => readonly Line[];
  /** One sentence above the lines, or nothing. */
  readonly message: () => string;
  /** Search, filter and order in force, beside the title. */
  readonly description: () => string;
  /** Told whether somebody looks: the view is visible and the window has the focus. */
  readonly watch: (wanted: boolean) => void;
  /** Whether lines can be selected together. */
  readonly selectsMany: boolean;
  /** Whether there are lines without a connection too. */
  readonly local: boolean;
}

/**
 * How long changes are gathered before they are drawn, in milliseconds: what is asked for and answered within that is
 * drawn once, and VS Code does not begin with another drawing for 200 ms.
 */
export const GATHER_MS = 50;

/** The key of the lines at the top among those that are shown. */
const TOP = '';

/**
 * A view made of lines. Nothing is read before it is shown for the first time. It is drawn anew only where lines
 * have changed: while VS Code draws, it forgets which line its menus and tooltips belong to.
 */
export class LineTree implements vscode.TreeDataProvider<Line>, vscode.Disposable {
  readonly #session: Session;
  readonly #source: LineSource;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new vscode.EventEmitter<undefined>());
  readonly #view: vscode.TreeView<Line>;
  readonly #items = new WeakMap<Line, vscode.TreeItem>();
  /** What was drawn, as text: the lines at the top, and those below each line that is unfolded, by its id. */
  readonly #drawn = new Map<string, string>();
  /** The lines read since then by their ids; those that were drawn may know of what is below no more. */
  readonly #latest = new Map<string, Line>();
  readonly #message: ViewMessage;
  readonly #redraw = this.#owned.add(new Soon(() => void this.#refreshChanged(), GATHER_MS));

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
        this.#redraw.ask();
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

  /** The lines that are selected; none while the view cannot be seen. */
  get selected(): readonly Line[] {
    return this.#view.visible ? this.#view.selection : [];
  }

  dispose(): void {
    this.#source.watch(false);
    this.#owned.dispose();
  }

  async #top(): Promise<Line[]> {
    // The tree shows its own progress bar for as long as this takes.
    if (this.#usable) await this.#source.ensure();
    const lines = this.#usable || this.#source.local ? this.#source.lines() : [];
    // A view without lines shows the welcome of package.json, which says why nobody is connected.
    if (lines.length === 0 && !this.#usable) return [];
    return [...this.#wayOut(), ...lines];
  }

  #look(): void {
    this.#source.watch(this.#view.visible && vscode.window.state.focused);
    this.#message.say();
  }

  // A connection that failed as a whole, such as a sandbox that ended, leaves the lists as they were.
  #wayOut(): Line[] {
    const { state } = this.#session;
    const { view, refresh, message } = this.#source;
    const retry = { title: 'Retry', command: refresh };
    if (!this.#usable)
      return failureNotices(`${view}/session`, new NotConnectedError(state), retry).map(noticeLine);
    if (state.kind !== 'failed' || message() !== '') return [];
    return nextSteps(`${view}/session`, state.error, retry).map(noticeLine);
  }

  // The session may have changed while something was read, so this is asked anew each time.
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

  // Commands are handed the records, so these count as well.
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
