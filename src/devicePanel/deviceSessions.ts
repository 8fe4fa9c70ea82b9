import { asksForReading } from '../stores/session.ts';
import { Disposables } from '../util/disposables.ts';
import type { DevicePanelSession } from './devicePanelSession.ts';
import type { DeviceScope, DeviceServices, PanelServices } from './panelServices.ts';
import type { DeviceScreenRecordings } from './screenRecordings/deviceScreenRecordings.ts';

/** Storage key for the screenshot interval. */
export const RATE_KEY = 'devicePanel.everyMs';

/** The services that the sessions of devices use. */
type SessionServices = DeviceServices & Pick<PanelServices, 'memory'>;

/** The device sessions of this window, by connection and device. */
export class DeviceSessions extends Disposables {
  readonly #services: SessionServices;
  readonly #sessions = new Map<string, DevicePanelSession>();
  readonly #screenRecordings = new Map<DevicePanelSession, DeviceScreenRecordings>();

  constructor(services: SessionServices) {
    super();
    this.#services = services;
  }

  /** Returns the session of a device, created on first use. */
  async of(scope: DeviceScope, deviceId: string): Promise<DevicePanelSession> {
    const { DevicePanelSession } = await import('./devicePanelSession.ts');
    const { usualInterval } = await import('./screenPoller.ts');
    const { DeviceScreenRecordings } = await import('./screenRecordings/deviceScreenRecordings.ts');
    const connection = scope.session.require();
    const key = `${connection.id} ${deviceId}`;
    const known = this.#sessions.get(key);
    if (known) return known;
    const everyMs = this.#services.memory.get<number>(RATE_KEY, usualInterval(connection));
    const session = this.add(new DevicePanelSession(scope, deviceId, this.#services, everyMs));
    this.#sessions.set(key, session);
    const screenRecordings = this.add(new DeviceScreenRecordings(session));
    this.#screenRecordings.set(session, screenRecordings);
    // The connection is also reopened when the data of the sandbox was replaced.
    this.add(
      scope.session.onDidChange(state => {
        if (asksForReading(state)) screenRecordings.readAgain();
      }),
    );
    return session;
  }

  /** Returns the screen recordings of a device whose session was created here. */
  screenRecordingsOf(session: DevicePanelSession): DeviceScreenRecordings {
    const found = this.#screenRecordings.get(session);
    if (!found) throw new Error('This device has no session.');
    return found;
  }
}
