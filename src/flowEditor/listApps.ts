import type { NamedReference } from '../flow/catalog.ts';
import type { ReferenceItem } from '../protocol/flowEditor.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';

/** The most devices that are read if the flow names none. */
const MAX_DEVICES = 4;

/**
 * Reads the apps on some devices by package name, or on the first devices of the connection if there are none. A device
 * that cannot be read is left out; rejects if all of them are.
 */
export async function listApps(
  deviceIds: readonly string[],
  { catalog, installedApps }: Pick<CatalogStore, 'catalog' | 'installedApps'>,
): Promise<readonly ReferenceItem[]> {
  const first = (catalog.devices ?? []).slice(0, MAX_DEVICES).map(({ id }) => id);
  const asked = deviceIds.length > 0 ? deviceIds : first;
  const results = await Promise.allSettled(asked.map(id => installedApps.read(id)));
  const lists = results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []));
  const failed = results.find(result => result.status === 'rejected');
  if (failed && lists.length === 0) throw failed.reason;
  const apps = new Map<string, NamedReference>(lists.flat().map(app => [app.id, app]));
  return [...apps.values()].map(({ id, name, detail }) => ({
    id,
    name,
    detail: [id, detail].filter(Boolean).join(' · '),
  }));
}
