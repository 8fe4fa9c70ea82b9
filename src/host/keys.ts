import type * as vscode from 'vscode';
import type { Connection } from '../stores/connection.ts';

const STORED = 'keys';

/** API keys, one for each connection, kept in VS Code's SecretStorage and nowhere else. */
export class Keys {
  readonly #secrets: vscode.SecretStorage;
  readonly #memory: vscode.Memento;

  /** The memory keeps for which connections there is a key, which the storage itself does not tell. */
  constructor(secrets: vscode.SecretStorage, memory: vscode.Memento) {
    this.#secrets = secrets;
    this.#memory = memory;
  }

  /** The ids of the connections for which a key was stored here. */
  get ids(): readonly string[] {
    return this.#memory.get<readonly string[]>(STORED, []);
  }

  /** The stored key of a connection. */
  async read(connection: Connection): Promise<string | undefined> {
    return this.#secrets.get(storageKey(connection));
  }

  /** Stores or replaces the key of a connection. */
  async store(connection: Connection, key: string): Promise<void> {
    await this.#memory.update(STORED, [...new Set([...this.ids, connection.id])]);
    await this.#secrets.store(storageKey(connection), key);
  }

  /** Deletes the key of a connection. */
  async delete(connection: Pick<Connection, 'id'>): Promise<void> {
    await this.#secrets.delete(storageKey(connection));
    await this.#memory.update(
      STORED,
      this.ids.filter(id => id !== connection.id),
    );
  }

  /** Tells when a key of some connection was stored or deleted, also by another window. */
  onDidChange(connection: () => Connection | undefined, listener: () => void): vscode.Disposable {
    return this.#secrets.onDidChange(event => {
      const active = connection();
      if (active && event.key === storageKey(active)) listener();
    });
  }
}

function storageKey(connection: Pick<Connection, 'id'>): string {
  return `key:${connection.id}`;
}
