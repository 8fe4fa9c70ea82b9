import type { Client } from '../client/client.ts';
import type { InstalledApp } from '../contract/records/device.ts';
import type { KnownReferences, NamedReference } from '../flow/catalog.ts';
import { Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import type { Session } from './session.ts';

/** The age in milliseconds at which the apps of a device are read again. */
const MAX_AGE_MS = 60_000;

/** The apps of a device as they were read last; undefined if that failed. */
interface Reading {
  readonly startedAt: number;
  readonly apps: KnownReferences;
}

/** The apps on the devices of the active connection, by package name. They are read when they are needed. */
export class InstalledApps extends Disposables {
  readonly #session: Session;
  readonly #changed = this.add(new Emitter<void>());
  readonly #readings = new Map<string, Reading>();

  /** Fires when other apps than before were read. */
  readonly onDidChange = this.#changed.event;

  constructor(session: Session) {
    super();
    this.#session = session;
  }

  /**
   * Returns the apps on a device as they are known, and reads them in the background if they are not, or are old. Opens no
   * connection.
   */
  of(deviceId: string): KnownReferences {
    const reading = this.#readings.get(this.#keyOf(deviceId));
    const isOld = !reading || Date.now() - reading.startedAt > MAX_AGE_MS;
    if (isOld && this.#session.state.kind === 'open') this.read(deviceId).catch(() => undefined);
    return reading?.apps;
  }

  /** Reads the apps on a device, in the order of the service. Rejects if they cannot be read. */
  async read(deviceId: string): Promise<readonly NamedReference[]> {
    const key = this.#keyOf(deviceId);
    const before = this.#readings.get(key)?.apps;
    // A failure, too, is not repeated at once.
    this.#readings.set(key, { startedAt: Date.now(), apps: before });
    const client = await this.#session.client();
    const apps = await readInstalledApps(client, deviceId);
    this.#readings.set(key, { startedAt: Date.now(), apps });
    if (JSON.stringify(apps) !== JSON.stringify(before)) this.#changed.fire();
    return apps;
  }

  #keyOf(deviceId: string): string {
    return `${this.#session.connection?.id} ${deviceId}`;
  }
}

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
