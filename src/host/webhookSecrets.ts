import type * as vscode from 'vscode';
import { ConnectionSecrets } from './connectionSecrets.ts';

/** Signing secrets of webhook endpoints, kept in VS Code's SecretStorage and nowhere else. */
export class WebhookSecrets {
  readonly #secrets: ConnectionSecrets;

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = new ConnectionSecrets(secrets, 'webhook');
  }

  /** The secret of an endpoint of a connection, if it was kept. */
  async read(connectionId: string, endpointId: string): Promise<string | undefined> {
    return this.#secrets.read(connectionId, endpointId.toLowerCase());
  }

  /** Keeps or replaces the secret of an endpoint. */
  async store(connectionId: string, endpointId: string, secret: string): Promise<void> {
    await this.#secrets.store(connectionId, endpointId.toLowerCase(), secret);
  }

  /** Deletes the secret of an endpoint. */
  async delete(connectionId: string, endpointId: string): Promise<void> {
    await this.#secrets.delete(connectionId, endpointId.toLowerCase());
  }

  /** Deletes the secrets of all endpoints of a connection. */
  async deleteAll(connectionId: string): Promise<void> {
    await this.#secrets.deleteAll(connectionId);
  }
}
