import type * as vscode from 'vscode';
import type { Webhook } from '../contract/records/webhook.ts';
import type { CreatedWebhooks } from '../stores/webhookStore.ts';

/** Endpoints created from this workspace, stored in its state for services that do not list them; without secrets. */
export class RememberedWebhooks implements CreatedWebhooks {
  readonly #memory: vscode.Memento;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  all(connectionId: string): readonly Webhook[] {
    return this.#memory.get<readonly Webhook[]>(keyOf(connectionId), []);
  }

  /** Stores the ID, URL, description, event types and creation time of an endpoint. */
  async add(connectionId: string, { id, url, description, eventTypes, createdAt }: Webhook): Promise<void> {
    const kept = { id, url, description, eventTypes, createdAt };
    await this.#memory.update(keyOf(connectionId), [...this.#others(connectionId, id), kept]);
  }

  /** Removes an endpoint, if known. */
  async remove(connectionId: string, id: string): Promise<void> {
    await this.#memory.update(keyOf(connectionId), this.#others(connectionId, id));
  }

  #others(connectionId: string, id: string): Webhook[] {
    return this.all(connectionId).filter(webhook => webhook.id !== id);
  }
}

function keyOf(connectionId: string): string {
  return `webhooks/${connectionId}`;
}
