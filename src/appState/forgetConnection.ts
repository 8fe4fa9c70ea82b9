import type { CatalogStore } from '../stores/catalogStore.ts';
import type { Keys } from './keys.ts';
import type { RememberedMessageMarks } from './messageMarks.ts';
import type { RememberedPendingMailboxes } from './pendingMailboxes.ts';
import type { SecretClipboard } from './secretClipboard.ts';
import type { ConnectionSecrets } from './connectionSecrets.ts';

/** A sentence for confirmation dialogs about the data deleted along with a connection's key. */
export const DELETED_DATA =
  'Deleted from this computer: its API key, its cached catalog, what was learned from its runs, the signing secrets of its webhooks, which messages were read, and mailboxes that wait to be connected, with their secrets.';

/** The stores that keep secrets or responses of each connection. */
export interface ConnectionData {
  readonly keys: Keys;
  readonly catalog: Pick<CatalogStore, 'forget'>;
  readonly webhookSecrets: ConnectionSecrets;
  readonly intents: RememberedPendingMailboxes;
  readonly readMessages: RememberedMessageMarks;
  readonly secretClipboard: SecretClipboard;
}

/** Deletes the key of a connection and all data stored for it. Callers must ask the user first. */
export async function forgetConnection(data: ConnectionData, connectionId: string): Promise<void> {
  await data.keys.delete({ id: connectionId });
  await data.catalog.forget(connectionId);
  await data.webhookSecrets.deleteAll(connectionId);
  await data.intents.removeAll(connectionId);
  await data.readMessages.removeAll(connectionId);
  await data.secretClipboard.forget();
}
