import * as vscode from 'vscode';
import { type Disposable, Disposables } from '../util/disposables.ts';
import type { Event } from '../util/emitter.ts';
import { Throttle } from '../util/throttle.ts';
import type { Row } from './row.ts';
import { Refresher } from './refresher.ts';

/** Interval at which the message is updated, in milliseconds. */
const TICK_MS = 1000;

/** The options of a tree view. */
type RowTreeOptions = Omit<vscode.TreeViewOptions<Row>, 'treeDataProvider'>;

/** The content of a view and its sources. */
export interface RowSource {
  readonly onDidChange: Event<unknown>;
  /** Fires if the view must be redrawn even if its rows have not changed. */
  readonly onDidReset?: Event<unknown>;
  /** Reads the data shown first; does not reject for failures that the rows show. */
  readonly ensure: () => Promise<void>;
  readonly rows: () => readonly Row[];
  /** Returns the message above the rows; may be empty. */
  readonly message: () => string;
  /** Returns the active search, filter and order, shown beside the title. */
  readonly description?: () => string;
  /** Returns the number shown on the icon of the side bar, with its meaning. */
  readonly badge?: () => vscode.ViewBadge | undefined;
  /** Called with true while the view is visible and the window has focus. */
  readonly watch: (isWatched: boolean) => void;
  /** Called when the user changes the checkbox of a row. */
  readonly setChecked?: (row: Row, isChecked: boolean) => Promise<void>;
}

/**
 * Time in milliseconds over which changes are combined into one redraw. VS Code itself waits at
 * least 200 ms between two redraws.
 */
const REDRAW_DELAY_MS = 50;

/** Key of the top-level rows in `#drawn`. */
const TOP = '';

/**
 * A tree view of rows that reads nothing until first shown. It is redrawn only if rows have changed, because during a
 * redraw VS Code loses the row of an open menu or tooltip.
 */
export class RowTree extends Disposables implements vscode.TreeDataProvider<Row> {
  readonly #source: RowSource;
  readonly #changed = this.add(new vscode.EventEmitter<undefined>());
  readonly #view: vscode.TreeView<Row>;
  readonly #items = new WeakMap<Row, vscode.TreeItem>();
  /** Serialized rows as last drawn: the top level, and the children of each row that was expanded by its ID. */
  readonly #drawn = new Map<string, string>();
  /** IDs of collapsed rows. Their children are not read, and VS Code draws the same ones when they are expanded again. */
  readonly #collapsed = new Set<string>();
  /** The rows last read, by ID. VS Code passes the rows that it last drew, whose children may be outdated. */
  readonly #latest = new Map<string, Row>();
  /** The rows of the top level as last drawn. */
  #top: readonly Row[] = [];
  /** ID of the row to select once it can be seen. */
  #wanted: string | undefined;
  readonly #message: ViewMessage;
  readonly #refresher = this.add(
    new Refresher(
      () => this.#changed.fire(undefined),
      () => this.#view.visible,
    ),
  );
  readonly #redraw = this.add(new Throttle(() => void this.#refreshIfChanged(), REDRAW_DELAY_MS));

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(view: string, options: RowTreeOptions, source: RowSource) {
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
    this.add(this.#view.onDidCollapseElement(({ element }) => this.#collapsed.add(this.#idOf(element))));
    this.add(
      this.#view.onDidExpandElement(({ element }) => {
        this.#collapsed.delete(this.#idOf(element));
        this.#redraw.schedule();
      }),
    );
    this.add(
      this.#view.onDidChangeSelection(({ selection }) => {
        if (selection.length > 0) this.#wanted = undefined;
      }),
    );
    this.add(this.#view.onDidChangeVisibility(() => this.#followVisibility()));
    this.add(vscode.window.onDidChangeWindowState(() => this.#followVisibility()));
    this.add(this.#view.onDidChangeCheckboxState(({ items }) => void this.#setChecked(items)));
    this.#refresh();
  }

  getTreeItem(row: Row): vscode.TreeItem {
    const item = this.#items.get(row) ?? row.item();
    this.#items.set(row, item);
    return item;
  }

  async resolveTreeItem(item: vscode.TreeItem, row: Row): Promise<vscode.TreeItem> {
    if (row.tooltip) item.tooltip = await row.tooltip();
    return item;
  }

  async getChildren(row?: Row): Promise<Row[]> {
    if (!row) return this.#refresher.read(() => this.#drawTop());
    const id = this.#idOf(row);
    this.#collapsed.delete(id);
    return this.#draw(id, () => childrenOf(this.#latest.get(id) ?? row));
  }

  // Only rows of the top level are revealed, which VS Code does only with this method.
  getParent(): undefined {
    return undefined;
  }

  /**
   * Selects the row of the top level with an ID as soon as the view shows it, without moving the focus. The view is never
   * opened, and what the user selects meanwhile stays.
   */
  select(id: string): void {
    this.#wanted = id;
    this.#selectWanted();
  }

  /** The selected rows; empty while the view is hidden. */
  get selected(): readonly Row[] {
    return this.#view.visible ? this.#view.selection : [];
  }

  override dispose(): void {
    this.#source.watch(false);
    super.dispose();
  }

  async #drawTop(): Promise<Row[]> {
    this.#followVisibility();
    const rows = await this.#draw(TOP, () => this.#readTop());
    this.#top = rows;
    // Only later does VS Code know the rows.
    if (this.#wanted !== undefined) setImmediate(() => this.#selectWanted());
    return rows;
  }

  #selectWanted(): void {
    const row = this.#top.find(one => this.#idOf(one) === this.#wanted);
    if (!row || !this.#view.visible) return;
    this.#wanted = undefined;
    const isSelected = this.#view.selection.some(one => this.#idOf(one) === this.#idOf(row));
    // Rejects if the row has gone meanwhile.
    if (!isSelected) this.#view.reveal(row, { select: true, focus: false }).then(undefined, () => undefined);
  }

  async #draw(key: string, read: () => Promise<Row[]>): Promise<Row[]> {
    const rows = await read();
    for (const child of rows) this.#latest.set(this.#idOf(child), child);
    this.#drawn.set(key, this.#serialize(rows));
    return rows;
  }

  async #readTop(): Promise<Row[]> {
    // The tree shows a progress bar until this resolves.
    await this.#source.ensure();
    return [...this.#source.rows()];
  }

  #followVisibility(): void {
    this.#source.watch(this.#view.visible && vscode.window.state.focused);
    this.#refresher.resume();
    this.#message.update();
    this.#selectWanted();
  }

  #refresh(): void {
    this.#updateHeader();
    this.#drawn.clear();
    this.#latest.clear();
    this.#refresher.refresh();
  }

  async #refreshIfChanged(): Promise<void> {
    // VS Code has yet to read the rows, and will get the newest ones.
    if (!this.#drawn.has(TOP)) return;
    if (!(await this.#isUpToDate(TOP, () => this.#readTop()))) this.#refresh();
  }

  #updateHeader(): void {
    this.#view.description = this.#source.description?.() ?? '';
    const badge = this.#source.badge?.();
    if (this.#view.badge?.tooltip !== badge?.tooltip) this.#view.badge = badge;
    this.#message.update();
  }

  /** Returns true if the rows below a key, and the drawn rows below those, are as last drawn. */
  async #isUpToDate(key: string, read: () => Promise<readonly Row[]>): Promise<boolean> {
    const drawn = this.#drawn.get(key);
    if (drawn === undefined) return false;
    const rows = await read();
    if (this.#serialize(rows) !== drawn) return false;
    for (const row of rows) {
      const id = this.#idOf(row);
      this.#latest.set(id, row);
      const isShown = this.#drawn.has(id) && !this.#collapsed.has(id);
      if (isShown && !(await this.#isUpToDate(id, () => childrenOf(row)))) return false;
    }
    return true;
  }

  #idOf(row: Row): string {
    return this.getTreeItem(row).id ?? '';
  }

  // Records are included because commands receive them.
  #serialize(rows: readonly Row[]): string {
    return JSON.stringify(rows.map(row => [this.getTreeItem(row), row.record]));
  }

  async #setChecked(items: readonly (readonly [Row, vscode.TreeItemCheckboxState])[]): Promise<void> {
    for (const [row, state] of items) {
      await this.#source.setChecked?.(row, state === vscode.TreeItemCheckboxState.Checked);
    }
    // If the change failed, the checkbox must return to its state.
    this.#refresh();
  }
}

async function childrenOf(row: Row): Promise<Row[]> {
  return [...((await row.children?.()) ?? [])];
}

/** The message above a view. Countdowns and relative times are updated while the view is visible. */
class ViewMessage implements Disposable {
  readonly #view: Pick<vscode.TreeView<unknown>, 'message' | 'visible'>;
  readonly #text: () => string;
  #timer: NodeJS.Timeout | undefined;

  /** Shows the text that `text` returns; an empty one removes the message. */
  constructor(view: Pick<vscode.TreeView<unknown>, 'message' | 'visible'>, text: () => string) {
    this.#view = view;
    this.#text = text;
  }

  /** Updates the message; must be called after each change of its data or of the view's visibility. */
  update(): void {
    const text = this.#text();
    if (this.#view.message !== text) this.#view.message = text;
    if (text !== '' && this.#view.visible) this.#timer ??= setInterval(() => this.update(), TICK_MS);
    else this.dispose();
  }

  /** Stops the periodic updates. */
  dispose(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
