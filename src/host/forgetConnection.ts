import type { CatalogueStore } from '../stores/catalogueStore.ts';
import type { Keys } from './keys.ts';
import type { RememberedPendingMailboxes } from './pendingMailboxes.ts';
import type { SecretClipboard } from './secretClipboard.ts';
import type { WebhookSecrets } from './webhookSecrets.ts';

/** All that is deleted with a connection's key, in a sentence for the question before. */
export const WHAT_IS_DELETED =
  'Deleted from this computer: its API key, its cached catalogue, the signing secrets of its webhooks, and mailboxes that wait to be connected, with their secrets.';

/** Everything that stores secrets or replies by connection. */
export interface KeptOfConnections {
  readonly keys: Keys;
  readonly catalogue: Pick<CatalogueStore, 'forget'>;
  readonly webhookSecrets: WebhookSecrets;
  readonly intents: RememberedPendingMailboxes;
  readonly secretClipboard: SecretClipboard;
}

/** Deletes the key of a connection and what was read or stored with it. Ask the person first. */
export async function forgetConnection(kept: KeptOfConnections, connectionId: string): Promise<void> {
  await kept.keys.delete({ id: connectionId });
  await kept.catalogue.forget(connectionId);
  await kept.webhookSecrets.deleteAll(connectionId);
  await kept.intents.removeAll(connectionId);
  await kept.secretClipboard.forget();
}
