import * as vscode from 'vscode';
import { explain } from '../host/explain.ts';
import { runCommand } from '../host/runCommand.ts';
import { Command, View } from '../manifest.ts';
import type { SandboxStore } from '../stores/sandboxStore.ts';
import { Disposables } from '../util/disposables.ts';
import type { Line } from './line.ts';
import { sandboxLines } from './sandboxItems.ts';

/** The “Sandbox” view, available while the sandbox runs. Checkboxes switch faults on and off. */
export class SandboxTree implements vscode.TreeDataProvider<Line>, vscode.Disposable {
  readonly #store: SandboxStore;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new vscode.EventEmitter<undefined>());
  readonly #view: vscode.TreeView<Line>;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(store: SandboxStore) {
    this.#store = store;
    this.#view = this.#owned.add(
      vscode.window.createTreeView(View.sandbox, {
        treeDataProvider: this,
        manageCheckboxStateManually: true,
      }),
    );
    this.#owned.add(store.onDidChange(() => this.#refresh()));
    this.#owned.add(this.#view.onDidChangeVisibility(() => this.#look()));
    this.#owned.add(vscode.window.onDidChangeWindowState(() => this.#look()));
    this.#owned.add(this.#view.onDidChangeCheckboxState(({ items }) => void this.#toggle(items)));
  }

  getTreeItem(line: Line): vscode.TreeItem {
    return line.item();
  }

  async getChildren(line?: Line): Promise<Line[]> {
    if (line) return [...((await line.children?.()) ?? [])];
    this.#look();
    await this.#store.ensure();
    return sandboxLines(this.#store);
  }

  dispose(): void {
    this.#store.watch(View.sandbox, false);
    this.#owned.dispose();
  }

  #look(): void {
    this.#store.watch(View.sandbox, this.#view.visible && vscode.window.state.focused);
  }

  #refresh(): void {
    const { problem } = this.#store.state;
    this.#view.message = problem ? explain(problem).summary : '';
    this.#changed.fire(undefined);
  }

  async #toggle(items: readonly (readonly [Line, vscode.TreeItemCheckboxState])[]): Promise<void> {
    for (const [line, state] of items) {
      const on = state === vscode.TreeItemCheckboxState.Checked;
      await runCommand(Command.switchFault, line, on);
    }
    // A failed switch must restore its checkbox.
    this.#refresh();
  }
}
