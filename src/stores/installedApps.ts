import type { Client } from '../client/client.ts';
import type { InstalledApp } from '../contract/records/device.ts';
import type { NamedReference } from '../flow/catalog.ts';

/** Reads the apps on a device by package name, those of the system too. Rejects if they cannot be read. */
export async function readInstalledApps(
  client: Client,
  deviceId: string,
): Promise<readonly NamedReference[]> {
  const query = { includeSystemApps: true };
  return ((await client.listInstalledApps({ params: { deviceId }, query })).value ?? []).map(toReference);
}

function toReference({ packageName, label, versionName }: InstalledApp): NamedReference {
  return { id: packageName, name: label || packageName, detail: versionName ?? undefined };
}
