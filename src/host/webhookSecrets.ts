import type * as vscode from 'vscode';
import { ConnectionSecrets } from './connectionSecrets.ts';

/** Signing secrets of webhook endpoints, stored only in VS Code's SecretStorage. */
export class WebhookSecrets {
  readonly #secrets: ConnectionSecrets;

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = new ConnectionSecrets(secrets, 'webhook');
  }

  /** Returns the secret of an endpoint, or undefined if there is none. */
  async read(connectionId: string, endpointId: string): Promise<string | undefined> {
    return this.#secrets.read(connectionId, endpointId.toLowerCase());
  }

  /** Stores or replaces the secret of an endpoint. */
  async store(connectionId: string, endpointId: string, secret: string): Promise<void> {
    await this.#secrets.store(connectionId, endpointId.toLowerCase(), secret);
  }

  async delete(connectionId: string, endpointId: string): Promise<void> {
    await this.#secrets.delete(connectionId, endpointId.toLowerCase());
  }

  /** Deletes the secrets of all endpoints of a connection. */
  async deleteAll(connectionId: string): Promise<void> {
    await this.#secrets.deleteAll(connectionId);
  }
}
