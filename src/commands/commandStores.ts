import type * as vscode from 'vscode';
import type { FileDrift } from '../deploy/readDrift.ts';
import type { FlowCatalogue } from '../flow/catalogue.ts';
import type { Execution } from '../contract/records/execution.ts';
import type { DriftStore } from '../host/driftStore.ts';
import type { ShownRuns } from '../host/shownRuns.ts';
import { type CatalogueState, type CatalogueStore, NO_CATALOGUE } from '../stores/catalogueStore.ts';
import type { PendingMailbox } from '../stores/pendingMailbox.ts';
import type { Asked, PendingMailboxStore } from '../stores/pendingMailboxStore.ts';
import { CommandStore } from './commandStore.ts';

/** The catalogue of the command's connection; read for the command alone where another one is active by now. */
export class CommandCatalogue extends CommandStore<CatalogueStore> {
  #own = NO_CATALOGUE;

  get state(): CatalogueState {
    return this.session.isActive ? this.store.state : this.#own;
  }

  /** The catalogue as far as it is known. */
  get catalogue(): FlowCatalogue {
    return this.state.catalogue;
  }

  /** Has the catalogue of the active connection followed from now on. */
  start(): void {
    this.store.start();
  }

  /** Reads everything anew. Rejects when that fails. */
  async refresh(): Promise<void> {
    if (this.session.isActive && (await this.#refreshShown())) return;
    const { readCatalogue } = await import('../stores/readCatalogue.ts');
    const { known } = await readCatalogue(await this.session.client(), new AbortController().signal);
    this.#own = { ...NO_CATALOGUE, ...known };
  }

  /** Deletes what is kept of a connection. */
  async forget(connectionId: string): Promise<void> {
    await this.store.forget(connectionId);
  }

  /** Answers whether what was read is that of the command's connection still. */
  async #refreshShown(): Promise<boolean> {
    try {
      await this.store.refresh();
    } catch (error) {
      if (this.session.isActive) throw error;
    }
    return this.session.isActive;
  }
}

/** The differences between files and flows of the command's connection. */
export class CommandDrift extends CommandStore<DriftStore> {
  /** The known differences of a file. */
  of(file: vscode.Uri): FileDrift | undefined {
    return this.session.isActive ? this.store.of(file) : undefined;
  }

  /** Compares files, or all linked ones, with their flows, where the connection is still the active one. */
  async refresh(files?: readonly vscode.Uri[]): Promise<void> {
    await this.whenActive(store => store.refresh(files));
  }
}

/** The executions that are shown at flow files, those of the command's connection. */
export class CommandRuns extends CommandStore<ShownRuns> {
  /** Shows an execution at a file, unless another connection is active by now. */
  show(file: vscode.Uri, execution: Execution): void {
    if (this.session.isActive) this.store.show(file, execution);
  }

  /** Shows no execution at a file any more, or at none. */
  clear(file?: vscode.Uri): void {
    this.store.clear(file);
  }
}

/** The mailboxes of the command's connection that wait to be connected. */
export class CommandPendingMailboxes extends CommandStore<PendingMailboxStore> {
  /** Oldest first. */
  get items(): readonly PendingMailbox[] {
    return this.store.itemsOf(this.session.require());
  }

  /** Finds one. */
  byId(id: string): PendingMailbox | undefined {
    return this.store.byId(id, this.session.require());
  }

  /** Begins an intent. */
  async begin(label: string): Promise<PendingMailbox> {
    return this.store.begin(label, this.session.require());
  }

  /** Asks the service for one, or how it stands. */
  async ask(id: string, signal?: AbortSignal): Promise<Asked> {
    return this.store.ask(id, signal, this.session.require());
  }

  /** The address to open for a redirect. */
  async page(id: string, redirectUrl: string): Promise<string> {
    return this.store.page(id, redirectUrl, this.session.require());
  }

  /** The secret that a page for the consent may ask for. */
  async secret(id: string): Promise<string> {
    return this.store.secret(id, this.session.require());
  }

  /** Forgets one and its secret. */
  async remove(id: string): Promise<void> {
    await this.store.remove(id, this.session.require());
  }
}
