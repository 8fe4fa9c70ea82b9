import type { Store } from '../../store/store.ts';

/** The storage of an account for apps, in bytes. */
export const QUOTA_BYTES = 5_000_000_000;

/** Returns the bytes that apps use. */
export function usedBytes(store: Store): number {
  const versions = store.apps.all().flatMap(app => app.sandbox.versions);
  return versions.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
}

/** Returns the bytes left for apps, without the files that arrived for unconfirmed versions. */
export function availableBytes(store: Store): number {
  const waiting = store.uploads.all().reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
  return Math.max(0, QUOTA_BYTES - usedBytes(store) - waiting);
}
