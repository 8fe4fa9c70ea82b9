import * as vscode from 'vscode';
import { Disposables } from '../util/disposables.ts';
import type { Event } from '../util/emitter.ts';
import { Throttle } from '../util/throttle.ts';
import type { Line } from './line.ts';
import { Refresher } from './refresher.ts';
import { ViewMessage } from './viewMessage.ts';

/** The options of a tree view. */
type LineTreeOptions = Omit<vscode.TreeViewOptions<Line>, 'treeDataProvider'>;

/** The content of a view and its sources. */
export interface LineSource {
  readonly onDidChange: Event<unknown>;
  /** Fires if the view must be redrawn even if its lines have not changed. */
  readonly onDidReset?: Event<unknown>;
  /** Reads the data shown first; does not reject for failures that the lines show. */
  readonly ensure: () => Promise<void>;
  readonly lines: () => readonly Line[];
  /** Returns the message above the lines; may be empty. */
  readonly message: () => string;
  /** Returns the active search, filter and order, shown beside the title. */
  readonly description?: () => string;
  /** Called with true while the view is visible and the window has focus. */
  readonly watch: (isWatched: boolean) => void;
  /** Called when the user changes the checkbox of a line. */
  readonly setChecked?: (line: Line, isChecked: boolean) => Promise<void>;
}

/**
 * Time in milliseconds over which changes are combined into one redraw. VS Code itself waits at
 * least 200 ms between two redraws.
 */
const REDRAW_DELAY_MS = 50;

/** Key of the top-level lines in `#drawn`. */
const TOP = '';

/**
 * A tree view of lines that reads nothing until first shown. It is redrawn only if lines have changed, because during a
 * redraw VS Code loses the line of an open menu or tooltip.
 */
export class LineTree extends Disposables implements vscode.TreeDataProvider<Line> {
  readonly #source: LineSource;
  readonly #changed = this.add(new vscode.EventEmitter<undefined>());
  readonly #view: vscode.TreeView<Line>;
  readonly #items = new WeakMap<Line, vscode.TreeItem>();
  /** Serialized lines as last drawn: the top level, and the children of each expanded line by its ID. */
  readonly #drawn = new Map<string, string>();
  /** The lines last read, by ID. VS Code passes the lines that it last drew, whose children may be outdated. */
  readonly #latest = new Map<string, Line>();
  readonly #message: ViewMessage;
  readonly #refresher = this.add(
    new Refresher(
      () => this.#changed.fire(undefined),
      () => this.#view.visible,
    ),
  );
  readonly #redraw = this.add(new Throttle(() => void this.#refreshIfChanged(), REDRAW_DELAY_MS));

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(view: string, options: LineTreeOptions, source: LineSource) {
    super();
    this.#source = source;
    this.#view = this.add(vscode.window.createTreeView(view, { ...options, treeDataProvider: this }));
    this.#message = this.add(new ViewMessage(this.#view, source.message));
    if (source.onDidReset) this.add(source.onDidReset(() => this.#refresh()));
    this.add(
      source.onDidChange(() => {
        this.#updateHeader();
        this.#redraw.schedule();
      }),
    );
    this.add(this.#view.onDidCollapseElement(({ element }) => this.#drawn.delete(this.#idOf(element))));
    this.add(this.#view.onDidChangeVisibility(() => this.#followVisibility()));
    this.add(vscode.window.onDidChangeWindowState(() => this.#followVisibility()));
    this.add(this.#view.onDidChangeCheckboxState(({ items }) => void this.#setChecked(items)));
    this.#refresh();
  }

  getTreeItem(line: Line): vscode.TreeItem {
    const item = this.#items.get(line) ?? line.item();
    this.#items.set(line, item);
    return item;
  }

  async getChildren(line?: Line): Promise<Line[]> {
    if (!line) return this.#refresher.read(() => this.#drawTop());
    const id = this.#idOf(line);
    return this.#draw(id, () => childrenOf(this.#latest.get(id) ?? line));
  }

  /** The selected lines; empty while the view is hidden. */
  get selected(): readonly Line[] {
    return this.#view.visible ? this.#view.selection : [];
  }

  override dispose(): void {
    this.#source.watch(false);
    super.dispose();
  }

  async #drawTop(): Promise<Line[]> {
    this.#followVisibility();
    return this.#draw(TOP, () => this.#readTop());
  }

  async #draw(key: string, read: () => Promise<Line[]>): Promise<Line[]> {
    const lines = await read();
    for (const child of lines) this.#latest.set(this.#idOf(child), child);
    this.#drawn.set(key, this.#serialize(lines));
    return lines;
  }

  async #readTop(): Promise<Line[]> {
    // The tree shows a progress bar until this resolves.
    await this.#source.ensure();
    return [...this.#source.lines()];
  }

  #followVisibility(): void {
    this.#source.watch(this.#view.visible && vscode.window.state.focused);
    this.#refresher.resume();
    this.#message.update();
  }

  #refresh(): void {
    this.#updateHeader();
    this.#drawn.clear();
    this.#latest.clear();
    this.#refresher.refresh();
  }

  async #refreshIfChanged(): Promise<void> {
    // VS Code has yet to read the lines, and will get the newest ones.
    if (!this.#drawn.has(TOP)) return;
    if (!(await this.#isUpToDate(TOP, () => this.#readTop()))) this.#refresh();
  }

  #updateHeader(): void {
    this.#view.description = this.#source.description?.() ?? '';
    this.#message.update();
  }

  /** Returns true if the lines below a key, and the drawn lines below those, are as last drawn. */
  async #isUpToDate(key: string, read: () => Promise<readonly Line[]>): Promise<boolean> {
    const drawn = this.#drawn.get(key);
    if (drawn === undefined) return false;
    const lines = await read();
    if (this.#serialize(lines) !== drawn) return false;
    for (const line of lines) {
      const id = this.#idOf(line);
      this.#latest.set(id, line);
      if (this.#drawn.has(id) && !(await this.#isUpToDate(id, () => childrenOf(line)))) return false;
    }
    return true;
  }

  #idOf(line: Line): string {
    return this.getTreeItem(line).id ?? '';
  }

  // Records are included because commands receive them.
  #serialize(lines: readonly Line[]): string {
    return JSON.stringify(lines.map(line => [this.getTreeItem(line), line.record]));
  }

  async #setChecked(items: readonly (readonly [Line, vscode.TreeItemCheckboxState])[]): Promise<void> {
    for (const [line, state] of items) {
      await this.#source.setChecked?.(line, state === vscode.TreeItemCheckboxState.Checked);
    }
    // If the change failed, the checkbox must return to its state.
    this.#refresh();
  }
}

async function childrenOf(line: Line): Promise<Line[]> {
  return [...((await line.children?.()) ?? [])];
}
