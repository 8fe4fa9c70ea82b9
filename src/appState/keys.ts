import type * as vscode from 'vscode';
import type { Connection } from '../stores/connection.ts';

const IDS_KEY = 'keys';

/** API keys per connection, stored only in VS Code's SecretStorage. */
export class Keys {
  readonly #secrets: vscode.SecretStorage;
  readonly #memory: vscode.Memento;

  /** `memory` holds the IDs of connections with a key, since SecretStorage cannot list its keys. */
  constructor(secrets: vscode.SecretStorage, memory: vscode.Memento) {
    this.#secrets = secrets;
    this.#memory = memory;
  }

  /** IDs of the connections with a key stored on this computer. */
  get ids(): readonly string[] {
    return this.#memory.get<readonly string[]>(IDS_KEY, []);
  }

  async read(connection: Connection): Promise<string | undefined> {
    return this.#secrets.get(storageKey(connection));
  }

  async store(connection: Connection, key: string): Promise<void> {
    await this.#memory.update(IDS_KEY, [...new Set([...this.ids, connection.id])]);
    await this.#secrets.store(storageKey(connection), key);
  }

  async delete(connection: Pick<Connection, 'id'>): Promise<void> {
    await this.#secrets.delete(storageKey(connection));
    await this.#memory.update(
      IDS_KEY,
      this.ids.filter(id => id !== connection.id),
    );
  }

  /**
   * Calls the listener when the key of the connection that `getConnection` returns was stored or deleted, by this
   * window or another.
   */
  onDidChange(getConnection: () => Connection | undefined, listener: () => void): vscode.Disposable {
    return this.#secrets.onDidChange(event => {
      const active = getConnection();
      if (active && event.key === storageKey(active)) listener();
    });
  }
}

function storageKey(connection: Pick<Connection, 'id'>): string {
  return `key:${connection.id}`;
}
