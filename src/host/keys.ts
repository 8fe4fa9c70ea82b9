import type * as vscode from 'vscode';
import type { Connection } from '../stores/connection.ts';

/** API keys, one for each connection, kept in VS Code's SecretStorage and nowhere else. */
export class Keys {
  readonly #secrets: vscode.SecretStorage;

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
  }

  /** The stored key of a connection. */
  async read(connection: Connection): Promise<string | undefined> {
    return this.#secrets.get(storageKey(connection));
  }

  /** Stores or replaces the key of a connection. */
  async store(connection: Connection, key: string): Promise<void> {
    await this.#secrets.store(storageKey(connection), key);
  }

  /** Deletes the key of a connection. */
  async delete(connection: Connection): Promise<void> {
    await this.#secrets.delete(storageKey(connection));
  }

  /** Tells when a key of some connection was stored or deleted, also by another window. */
  onDidChange(connection: () => Connection | undefined, listener: () => void): vscode.Disposable {
    return this.#secrets.onDidChange(event => {
      const active = connection();
      if (active && event.key === storageKey(active)) listener();
    });
  }
}

function storageKey(connection: Connection): string {
  return `key:${connection.id}`;
}
