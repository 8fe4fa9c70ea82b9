import type * as vscode from 'vscode';
import { SerialQueue } from '../util/serialQueue.ts';

/**
 * Secrets of one kind in VS Code's SecretStorage, by connection and name. Since SecretStorage cannot list its keys, a
 * list of the names is stored there as well, visible to all windows. Names are stored in lower case.
 */
export class ConnectionSecrets {
  readonly #secrets: vscode.SecretStorage;
  readonly #kind: string;
  /** The change in progress. Changes run one after the other, since each reads and writes the list. */
  readonly #changes = new SerialQueue();

  constructor(secrets: vscode.SecretStorage, kind: string) {
    this.#secrets = secrets;
    this.#kind = kind;
  }

  /** Returns a secret, or undefined if there is none. */
  async read(connectionId: string, name: string): Promise<string | undefined> {
    return this.#secrets.get(this.#key(connectionId, name));
  }

  /** Stores or replaces a secret. Its name is listed first, so that `deleteAll` cannot miss it. */
  async store(connectionId: string, name: string, secret: string): Promise<void> {
    await this.#changes.run(async () => {
      const names = [...(await this.#names(connectionId)), name.toLowerCase()];
      await this.#list(connectionId, [...new Set(names)]);
      await this.#secrets.store(this.#key(connectionId, name), secret);
    });
  }

  async delete(connectionId: string, name: string): Promise<void> {
    await this.#changes.run(async () => {
      await this.#secrets.delete(this.#key(connectionId, name));
      const names = await this.#names(connectionId);
      const others = names.filter(known => known !== name.toLowerCase());
      if (others.length < names.length) await this.#list(connectionId, others);
    });
  }

  /** Deletes every secret of a connection, including those that other windows stored. */
  async deleteAll(connectionId: string): Promise<void> {
    await this.#changes.run(async () => {
      for (const name of await this.#names(connectionId))
        await this.#secrets.delete(this.#key(connectionId, name));
      await this.#list(connectionId, []);
    });
  }

  async #names(connectionId: string): Promise<readonly string[]> {
    const text = (await this.#secrets.get(this.#listKey(connectionId))) ?? '';
    return text.split('\n').filter(name => name !== '');
  }

  async #list(connectionId: string, names: readonly string[]): Promise<void> {
    const key = this.#listKey(connectionId);
    await (names.length === 0 ? this.#secrets.delete(key) : this.#secrets.store(key, names.join('\n')));
  }

  #key(connectionId: string, name: string): string {
    return `${this.#kind}:${connectionId}:${name.toLowerCase()}`;
  }

  #listKey(connectionId: string): string {
    return `${this.#kind}Names:${connectionId}`;
  }
}
