import type { Connection } from '../stores/connection.ts';
import { Disposables } from '../util/disposables.ts';
import type { DevicePanelSession } from './devicePanelSession.ts';
import type { PanelServices } from './panelServices.ts';

/** Time between two pictures unless the person chose another, in milliseconds. */
const EVERY_MS = 2000;

/** Key under which the rate of pictures is remembered. */
export const RATE_KEY = 'devicePanel.everyMs';

/** The devices that were looked at in this window, each with what was done to it, whichever page shows it. */
export class DeviceSessions extends Disposables {
  readonly #services: PanelServices;
  readonly #sessions = new Map<string, DevicePanelSession>();

  constructor(services: PanelServices) {
    super();
    this.#services = services;
  }

  /** What is known and done of a device of a connection, made when it is asked for first. */
  async of(connection: Connection, deviceId: string): Promise<DevicePanelSession> {
    const { DevicePanelSession } = await import('./devicePanelSession.ts');
    const key = `${connection.id} ${deviceId}`;
    const known = this.#sessions.get(key);
    if (known) return known;
    const everyMs = this.#services.memory.get<number>(RATE_KEY, EVERY_MS);
    const session = this.add(new DevicePanelSession(connection, deviceId, this.#services, everyMs));
    this.#sessions.set(key, session);
    return session;
  }
}
