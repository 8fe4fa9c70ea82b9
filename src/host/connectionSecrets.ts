import type * as vscode from 'vscode';

/**
 * Secrets of connections in VS Code's SecretStorage, of one kind and each under a name. A list of the names, which the
 * storage itself does not tell, lies beside them, where all windows see it.
 */
export class ConnectionSecrets {
  readonly #secrets: vscode.SecretStorage;
  readonly #kind: string;
  /** The change under way; changes wait for one another, since each reads the list and writes it. */
  #changing: Promise<unknown> = Promise.resolve();

  constructor(secrets: vscode.SecretStorage, kind: string) {
    this.#secrets = secrets;
    this.#kind = kind;
  }

  /** A secret, if it was kept. */
  async read(connectionId: string, name: string): Promise<string | undefined> {
    return this.#secrets.get(this.#key(connectionId, name));
  }

  /** Keeps or replaces a secret; its name is in the list before it is there. */
  async store(connectionId: string, name: string, secret: string): Promise<void> {
    await this.#change(async () => {
      await this.#list(connectionId, [...new Set([...(await this.#names(connectionId)), name])]);
      await this.#secrets.store(this.#key(connectionId, name), secret);
    });
  }

  /** Deletes a secret. */
  async delete(connectionId: string, name: string): Promise<void> {
    await this.#change(async () => {
      await this.#secrets.delete(this.#key(connectionId, name));
      const names = await this.#names(connectionId);
      if (names.includes(name)) {
        await this.#list(
          connectionId,
          names.filter(one => one !== name),
        );
      }
    });
  }

  /** Deletes every secret of a connection, also those that other windows kept. */
  async deleteAll(connectionId: string): Promise<void> {
    await this.#change(async () => {
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

  async #change(work: () => Promise<void>): Promise<void> {
    const changed = this.#changing.then(work);
    this.#changing = changed.catch(() => undefined);
    await changed;
  }

  #key(connectionId: string, name: string): string {
    return `${this.#kind}:${connectionId}:${name}`;
  }

  #listKey(connectionId: string): string {
    return `${this.#kind}Names:${connectionId}`;
  }
}
