import type { UpdateFlow } from '../../../contract/records/flow.ts';
import { invalidValue } from '../../runtime/refusal.ts';

/** The storage of the sandbox as a destination, which has no folders (wire facts 3). */
const OWN_STORAGE = 'sandbox';

/** The destinations of deliveries; nobody can connect the sandbox to a drive. */
export const DESTINATIONS = [
  destination(OWN_STORAGE, 'Sandbox', 'connected'),
  destination('google_drive', 'Google Drive', 'not_connected'),
  destination('one_drive', 'OneDrive', 'not_connected'),
];

/** Throws a 422 Refusal for a folder in the storage of the service (wire facts 3). */
export function checkDelivery(delivery: UpdateFlow['delivery']): void {
  if (delivery?.folder === undefined || delivery.destination !== OWN_STORAGE) return;
  const message = 'this destination has no folders';
  throw invalidValue('body.delivery.folder', message, delivery.folder, undefined, 422);
}

function destination(key: string, label: string, connection: string) {
  return { key, label, connectKey: key, iconUrl: null, connection };
}
