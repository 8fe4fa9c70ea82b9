import type { Store } from '../store/store.ts';
import type { StoredApp } from '../store/stored.ts';

/** Returns the stored app of a platform with a package name or bundle ID. */
export function findApp(store: Store, platform: string, bundleId: string): StoredApp | undefined {
  return store.apps.all().find(app => app.bundleId === bundleId && app.platform === platform);
}
