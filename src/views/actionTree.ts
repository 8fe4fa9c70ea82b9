import * as vscode from 'vscode';
import { ContextKey, View } from '../manifest.ts';
import type { ActionOrder, ActionStore } from '../stores/actionStore.ts';
import type { Session } from '../stores/session.ts';
import { Disposables } from '../util/disposables.ts';
import { actionTreeItem } from './actionItems.ts';
import { type ActionNode, failedNodes, nothingFound, rootNodes, serviceChildren } from './actionNodes.ts';

const ORDER_WORDS: Readonly<Record<ActionOrder['by'], string>> = {
  name: 'by name',
  createdAt: 'by creation',
  updatedAt: 'by last change',
};

/** The view "Actions": the catalogue by service. Nothing is read before it is shown for the first time. */
export class ActionTree implements vscode.TreeDataProvider<ActionNode>, vscode.Disposable {
  readonly #session: Session;
  readonly #store: ActionStore;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new vscode.EventEmitter<undefined>());
  readonly #view: vscode.TreeView<ActionNode>;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(session: Session, store: ActionStore) {
    this.#session = session;
    this.#store = store;
    this.#view = this.#owned.add(
      vscode.window.createTreeView(View.actions, { treeDataProvider: this, showCollapseAll: true }),
    );
    this.#owned.add(session.onDidChange(() => this.#refresh()));
    this.#owned.add(store.onDidChange(() => this.#refresh()));
    this.#refresh();
  }

  getTreeItem(node: ActionNode): vscode.TreeItem {
    return actionTreeItem(node);
  }

  async getChildren(node?: ActionNode): Promise<ActionNode[]> {
    if (node) return node.kind === 'service' ? serviceChildren(node.group) : [];
    const { state } = this.#session;
    if (state.kind === 'none' || state.kind === 'signedOut' || state.kind === 'rejected') return [];
    if (state.kind === 'failed') return failedNodes(this.#store.services, state.error);
    // The tree shows its own progress bar for as long as this takes.
    await this.#store.ensure();
    return rootNodes(this.#store.services, this.#store.search !== '');
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #refresh(): void {
    const { search, order, services } = this.#store;
    this.#view.description = [
      ...(search === '' ? [] : [`“${search}”`]),
      ...(order.by === 'name' && order.direction === 'asc' ? [] : [ORDER_WORDS[order.by]]),
    ].join(' · ');
    const none = search !== '' && nothingFound(services);
    this.#view.message = none ? `No action matches “${search}”.` : '';
    void vscode.commands.executeCommand('setContext', ContextKey.actionSearch, search !== '');
    this.#changed.fire(undefined);
  }
}
