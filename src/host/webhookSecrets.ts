import type * as vscode from 'vscode';

/** Signing secrets of webhook endpoints, kept in VS Code's SecretStorage and nowhere else. */
export class WebhookSecrets {
  readonly #secrets: vscode.SecretStorage;

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
  }

  /** The secret of an endpoint of a connection, if it was kept. */
  async read(connectionId: string, endpointId: string): Promise<string | undefined> {
    return this.#secrets.get(storageKey(connectionId, endpointId));
  }

  /** Keeps or replaces the secret of an endpoint. */
  async store(connectionId: string, endpointId: string, secret: string): Promise<void> {
    await this.#secrets.store(storageKey(connectionId, endpointId), secret);
  }

  /** Deletes the secret of an endpoint. */
  async delete(connectionId: string, endpointId: string): Promise<void> {
    await this.#secrets.delete(storageKey(connectionId, endpointId));
  }
}

function storageKey(connectionId: string, endpointId: string): string {
  return `webhook:${connectionId}:${endpointId.toLowerCase()}`;
}
