import type * as vscode from 'vscode';
import type { Webhook } from '../contract/records/webhook.ts';
import type { CreatedWebhooks } from '../stores/webhookStore.ts';

/** Endpoints that were created from this workspace, kept with it for services that do not list them; no secrets. */
export class RememberedWebhooks implements CreatedWebhooks {
  readonly #memory: vscode.Memento;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  all(connectionId: string): readonly Webhook[] {
    return this.#memory.get<readonly Webhook[]>(keyOf(connectionId), []);
  }

  /** Keeps an endpoint, of which only what is named here is taken. */
  async add(connectionId: string, { id, url, description, eventTypes, createdAt }: Webhook): Promise<void> {
    const kept = { id, url, description, eventTypes, createdAt };
    await this.#memory.update(keyOf(connectionId), [...this.#others(connectionId, id), kept]);
  }

  /** Forgets an endpoint; one that is not known changes nothing. */
  async remove(connectionId: string, id: string): Promise<void> {
    await this.#memory.update(keyOf(connectionId), this.#others(connectionId, id));
  }

  #others(connectionId: string, id: string): Webhook[] {
    return this.all(connectionId).filter(one => one.id !== id);
  }
}

function keyOf(connectionId: string): string {
  return `webhooks/${connectionId}`;
}
