import type { CatalogueStore } from '../stores/catalogueStore.ts';
import type { Keys } from './keys.ts';
import type { RememberedPendingMailboxes } from './pendingMailboxes.ts';
import type { WebhookSecrets } from './webhookSecrets.ts';

/** All that is deleted with a connection's key, in a sentence for the question before. */
export const WHAT_IS_DELETED =
  'Deleted from this computer: its API key, its cached catalogue, the signing secrets of its webhooks, and mailboxes that wait to be connected, with their secrets.';

/** Where secrets and answers of connections are kept. */
export interface KeptOfConnections {
  readonly keys: Keys;
  readonly catalogue: Pick<CatalogueStore, 'forget'>;
  readonly webhookSecrets: WebhookSecrets;
  readonly intents: RememberedPendingMailboxes;
}

/** Deletes the key of a connection and what only it could read: the person was asked before. */
export async function forgetConnection(kept: KeptOfConnections, connectionId: string): Promise<void> {
  await kept.keys.delete({ id: connectionId });
  await kept.catalogue.forget(connectionId);
  await kept.webhookSecrets.deleteAll(connectionId);
  await kept.intents.removeAll(connectionId);
}
