import type * as vscode from 'vscode';
import { isOver, type KeptPendingMailboxes, type PendingMailbox } from '../stores/pendingMailbox.ts';
import { ConnectionSecrets } from './connectionSecrets.ts';

/** Pending mailboxes in the workspace state, with their secrets only in VS Code's SecretStorage. */
export class RememberedPendingMailboxes implements KeptPendingMailboxes {
  readonly #memory: vscode.Memento;
  readonly #secrets: ConnectionSecrets;

  constructor(memory: vscode.Memento, secrets: vscode.SecretStorage) {
    this.#memory = memory;
    this.#secrets = new ConnectionSecrets(secrets, 'mailbox');
  }

  all(connectionId: string): readonly PendingMailbox[] {
    return this.#memory.get<readonly PendingMailbox[]>(memoryKey(connectionId), []);
  }

  async add(connectionId: string, pending: PendingMailbox, secret: string): Promise<void> {
    // The secret is stored first, since a pending mailbox is useless without it.
    await this.#secrets.store(connectionId, pending.id, secret);
    await this.#keep(connectionId, [...this.all(connectionId), pending]);
  }

  async replace(connectionId: string, pending: PendingMailbox): Promise<void> {
    const known = this.all(connectionId);
    if (!known.some(({ id }) => id === pending.id)) return;
    await this.#keep(
      connectionId,
      known.map(other => (other.id === pending.id ? pending : other)),
    );
    if (isOver(pending)) await this.#secrets.delete(connectionId, pending.id);
  }

  async remove(connectionId: string, id: string): Promise<void> {
    await this.#keep(
      connectionId,
      this.all(connectionId).filter(known => known.id !== id),
    );
    await this.#secrets.delete(connectionId, id);
  }

  /** Deletes all pending mailboxes of a connection, including secrets that other workspaces stored. */
  async removeAll(connectionId: string): Promise<void> {
    await this.#keep(connectionId, []);
    await this.#secrets.deleteAll(connectionId);
  }

  async secret(connectionId: string, id: string): Promise<string | undefined> {
    return this.#secrets.read(connectionId, id);
  }

  async #keep(connectionId: string, items: readonly PendingMailbox[]): Promise<void> {
    await this.#memory.update(memoryKey(connectionId), items.length === 0 ? undefined : items);
  }
}

function memoryKey(connectionId: string): string {
  return `pendingMailboxes/${connectionId}`;
}
