import type * as vscode from 'vscode';
import type { FileDrift } from '../deploy/readDrift.ts';
import type { FlowCatalog } from '../flow/catalog.ts';
import type { Execution } from '../contract/records/execution.ts';
import type { DriftStore } from '../appState/driftStore.ts';
import type { FollowedTrial, ShownRun, ShownRuns } from '../appState/shownRuns.ts';
import { type CatalogState, type CatalogStore, NO_CATALOG } from '../stores/catalogStore.ts';
import type { PendingMailbox } from '../stores/pendingMailbox.ts';
import type { Asked, PendingMailboxStore } from '../stores/pendingMailboxStore.ts';
import { CommandStore } from './commandSession.ts';

/** The catalog of the command's connection; if another one is active, it is read for this command only. */
export class CommandCatalog extends CommandStore<CatalogStore> {
  #own = NO_CATALOG;

  get state(): CatalogState {
    return this.session.isActive ? this.store.state : this.#own;
  }

  get catalog(): FlowCatalog {
    return this.state.catalog;
  }

  /** Starts following the active connection. */
  start(): void {
    this.store.start();
  }

  /** Reads the catalog again. Rejects if the read fails. */
  async refresh(): Promise<void> {
    if (this.session.isActive && (await this.#refreshShown())) return;
    const { readCatalog } = await import('../stores/readCatalog.ts');
    const { known } = await readCatalog(await this.session.client(), new AbortController().signal);
    this.#own = { ...NO_CATALOG, ...known };
  }

  /** Deletes the stored catalog of a connection. */
  async forget(connectionId: string): Promise<void> {
    await this.store.forget(connectionId);
  }

  /** Refreshes the shared catalog; resolves to true if it still belongs to the command's connection. */
  async #refreshShown(): Promise<boolean> {
    try {
      await this.store.refresh();
    } catch (error) {
      if (this.session.isActive) throw error;
    }
    return this.session.isActive;
  }
}

/** The drift between files and flows of the command's connection. */
export class CommandDrift extends CommandStore<DriftStore> {
  /** Returns the drift of a file, if known. */
  of(file: vscode.Uri): FileDrift | undefined {
    return this.session.isActive ? this.store.of(file) : undefined;
  }

  /** Compares the given files, or all linked files, with their flows; does nothing if another connection is active. */
  async refresh(files?: readonly vscode.Uri[]): Promise<void> {
    await this.whenActive(store => store.refresh(files));
  }
}

/** The executions of the command's connection that are shown in flow files. */
export class CommandRuns extends CommandStore<ShownRuns> {
  /** Shows an execution in a file unless another connection is active. */
  show(file: vscode.Uri, execution: Execution): void {
    if (this.session.isActive) this.store.show(file, execution);
  }

  /** Shows the progress of an execution in a file, unless it has been hidden or replaced there. */
  update(file: vscode.Uri, execution: Execution): void {
    if (this.session.isActive) this.store.update(file, execution);
  }

  /** Returns the run shown in a file, if it belongs to this connection. */
  of(file: vscode.Uri): ShownRun | undefined {
    return this.session.isActive ? this.store.of(file) : undefined;
  }

  /** Shows a trial run in a file unless another connection is active. */
  showTrial(file: vscode.Uri, execution: Execution, trial: FollowedTrial): void {
    if (this.session.isActive) this.store.showTrial(file, execution, trial);
  }

  /** Stops the trial run shown in a file; resolves to false if none is running. */
  stopTrial(file: vscode.Uri): Promise<boolean> {
    return this.store.stopTrial(file);
  }

  /** Removes the execution from a file, or from all files. */
  clear(file?: vscode.Uri): void {
    this.store.clear(file);
  }
}

/** The pending mailboxes of the command's connection. */
export class CommandPendingMailboxes extends CommandStore<PendingMailboxStore> {
  /** Pending mailboxes, oldest first. */
  get items(): readonly PendingMailbox[] {
    return this.store.itemsOf(this.session.require());
  }

  byId(id: string): PendingMailbox | undefined {
    return this.store.byId(id, this.session.require());
  }

  /** Creates a pending mailbox. */
  async begin(label: string): Promise<PendingMailbox> {
    return this.store.begin(label, this.session.require());
  }

  /** Sends the request, first or repeated. */
  async ask(id: string, signal?: AbortSignal): Promise<Asked> {
    return this.store.ask(id, signal, this.session.require());
  }

  /** Returns the URL of the consent page. */
  async page(id: string, redirectUrl: string): Promise<string> {
    return this.store.page(id, redirectUrl, this.session.require());
  }

  /** Returns the secret, which a consent page may ask for. */
  async secret(id: string): Promise<string> {
    return this.store.secret(id, this.session.require());
  }

  /** Deletes a pending mailbox and its secret. */
  async remove(id: string): Promise<void> {
    await this.store.remove(id, this.session.require());
  }
}
