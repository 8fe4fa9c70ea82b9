import * as vscode from 'vscode';
import { explain } from '../host/explain.ts';
import { setContext } from '../host/setContext.ts';
import { ContextKey, View } from '../manifest.ts';
import type { ActionOrder, ActionStore } from '../stores/actionStore.ts';
import type { Session } from '../stores/session.ts';
import { Disposables } from '../util/disposables.ts';
import { Throttle } from '../util/throttle.ts';
import { actionTreeItem } from './actionItems.ts';
import { type ActionNode, describeView, serviceChildren } from './actionNodes.ts';
import { listMessage } from './line.ts';
import { GATHER_MS } from './lineTree.ts';
import { ViewMessage } from './viewMessage.ts';

const ORDER_WORDS: Readonly<Record<ActionOrder['by'], string>> = {
  name: 'by name',
  createdAt: 'by creation',
  updatedAt: 'by last change',
};

/** The “Actions” view: the catalog by service. Reads nothing until first shown. */
export class ActionTree implements vscode.TreeDataProvider<ActionNode>, vscode.Disposable {
  readonly #session: Session;
  readonly #store: ActionStore;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new vscode.EventEmitter<undefined>());
  readonly #view: vscode.TreeView<ActionNode>;
  readonly #message: ViewMessage;
  readonly #redraw = this.#owned.add(new Throttle(() => this.#changed.fire(undefined), GATHER_MS));

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(session: Session, store: ActionStore) {
    this.#session = session;
    this.#store = store;
    this.#view = this.#owned.add(
      vscode.window.createTreeView(View.actions, {
        treeDataProvider: this,
        showCollapseAll: true,
        canSelectMany: true,
      }),
    );
    this.#message = this.#owned.add(new ViewMessage(this.#view, () => this.#words()));
    this.#owned.add(session.onDidChange(() => this.#refresh()));
    this.#owned.add(
      store.onDidChange(() => {
        this.#tell();
        this.#redraw.schedule();
      }),
    );
    this.#owned.add(this.#view.onDidChangeVisibility(() => this.#look()));
    this.#owned.add(vscode.window.onDidChangeWindowState(() => this.#look()));
    this.#refresh();
  }

  getTreeItem(node: ActionNode): vscode.TreeItem {
    return actionTreeItem(node);
  }

  async getChildren(node?: ActionNode): Promise<ActionNode[]> {
    if (node) return node.kind === 'service' ? serviceChildren(node.group) : [];
    this.#look();
    // The tree shows a progress bar until this resolves.
    if (this.#usable) await this.#store.ensure();
    return this.#usable ? this.#described().nodes : [];
  }

  dispose(): void {
    this.#store.watch(false);
    this.#owned.dispose();
  }

  #look(): void {
    this.#store.watch(this.#view.visible && vscode.window.state.focused);
    this.#message.say();
  }

  // Not cached, since the session may change during a read.
  get #usable(): boolean {
    const { kind } = this.#session.state;
    return kind !== 'none' && kind !== 'signedOut' && kind !== 'rejected';
  }

  #described(): ReturnType<typeof describeView> {
    const { state } = this.#session;
    const failed = state.kind === 'failed' ? state.error : undefined;
    return describeView(this.#store.services, this.#store.search, failed);
  }

  #refresh(): void {
    this.#tell();
    this.#changed.fire(undefined);
  }

  #tell(): void {
    const { search, order } = this.#store;
    this.#view.description = [
      ...(search === '' ? [] : [`“${search}”`]),
      ...(order.by === 'name' && order.direction === 'asc' ? [] : [ORDER_WORDS[order.by]]),
    ].join(' · ');
    this.#message.say();
    setContext(ContextKey.actionSearch, search !== '');
  }

  #words(): string {
    if (!this.#usable) return '';
    const { error, empty } = this.#described();
    if (error) {
      const failed = this.#store.services.flatMap(({ list }) => (list.kind === 'failed' ? [list] : []));
      const told = failed.find(({ items }) => items.length > 0) ?? failed[0];
      return told ? listMessage(told, Date.now()) : explain(error).summary;
    }
    return empty ? `No action matches “${this.#store.search}”.` : '';
  }
}
