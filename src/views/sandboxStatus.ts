import * as vscode from 'vscode';
import { counted } from '../util/counted.ts';
import { View } from '../manifest.ts';
import { type SandboxStore, sandboxClockText } from '../stores/sandboxStore.ts';
import { Disposables } from '../util/disposables.ts';
import { factsTooltip } from './markdown.ts';
import { simulationFacts } from './simulationFacts.ts';

const WATCHER = 'status';

/** Shows a status bar warning while the sandbox has faults or a changed clock; a click opens the view. */
export class SandboxStatus extends Disposables {
  readonly #store: SandboxStore;
  readonly #item: vscode.StatusBarItem;

  constructor(store: SandboxStore) {
    super();
    this.#store = store;
    this.#item = this.add(vscode.window.createStatusBarItem('sandbox', vscode.StatusBarAlignment.Left, 9));
    this.#item.name = 'Cloud Devices Sandbox';
    this.#item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
    this.#item.command = `${View.sandbox}.focus`;
    this.add(store.onDidChange(() => this.#show()));
    this.add(vscode.window.onDidChangeWindowState(() => this.#show()));
  }

  /** The text of the warning; undefined if there is nothing to warn about. */
  get text(): string | undefined {
    const { faults, clock } = this.#store.state;
    const time = clock && this.#store.clockMoved ? `clock ${sandboxClockText(clock)}` : '';
    const count = faults.length > 0 ? counted(faults.length, 'fault') : '';
    return [count, time].filter(Boolean).join(', ') || undefined;
  }

  override dispose(): void {
    this.#store.watch(WATCHER, false);
    super.dispose();
  }

  #show(): void {
    const { text } = this;
    this.#store.watch(WATCHER, text !== undefined && vscode.window.state.focused);
    if (text === undefined) {
      this.#item.hide();
      return;
    }
    this.#item.text = `$(bug) Sandbox: ${text}`;
    this.#item.tooltip = factsTooltip(
      'The sandbox simulates faults or a different time',
      'Click to open the Sandbox view.',
      simulationFacts(this.#store),
    );
    this.#item.accessibilityInformation = { label: `Sandbox: ${text}`, role: 'button' };
    this.#item.show();
  }
}
