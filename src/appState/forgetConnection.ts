import type { CatalogStore } from '../stores/catalogStore.ts';
import type { Keys } from './keys.ts';
import type { RememberedPendingMailboxes } from './pendingMailboxes.ts';
import type { SecretClipboard } from './secretClipboard.ts';
import type { ConnectionSecrets } from './connectionSecrets.ts';

/** The data deleted along with a connection's key, for confirmation dialogs. */
export const DELETED_DATA =
  'Deleted from this computer: its API key, its cached catalog, the signing secrets of its webhooks, and mailboxes that wait to be connected, with their secrets.';

/** All stores of secrets or responses per connection. */
export interface ConnectionData {
  readonly keys: Keys;
  readonly catalog: Pick<CatalogStore, 'forget'>;
  readonly webhookSecrets: ConnectionSecrets;
  readonly intents: RememberedPendingMailboxes;
  readonly secretClipboard: SecretClipboard;
}

/** Deletes the key of a connection and all data stored for it. Callers must ask the user first. */
export async function forgetConnection(kept: ConnectionData, connectionId: string): Promise<void> {
  await kept.keys.delete({ id: connectionId });
  await kept.catalog.forget(connectionId);
  await kept.webhookSecrets.deleteAll(connectionId);
  await kept.intents.removeAll(connectionId);
  await kept.secretClipboard.forget();
}
