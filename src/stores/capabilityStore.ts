import { type Disposable, Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import type { Session } from './session.ts';

/** What a device says that it can do, by the name of the capability (wire facts 8). */
export type DeviceCapabilities = Readonly<Record<string, unknown>>;

/** A service is asked about so many devices of a connection, so that a large list costs it little. */
const MOST = 100;
const AT_ONCE = 2;
/** What so many devices have told is shown together, since a view is drawn anew each time. */
const TOGETHER = 20;

/** What the devices of the active connection can do, read quietly for those that are shown. */
export class CapabilityStore implements Disposable {
  readonly #session: Session;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new Emitter<void>());
  /** What is known by device; undefined for one that was asked for and did not tell. */
  readonly #known = new Map<string, DeviceCapabilities | undefined>();
  readonly #waiting: string[] = [];
  #running = 0;
  /** How many have told since that was said. */
  #told = 0;

  readonly onDidChange = this.#changed.event;

  constructor(session: Session) {
    this.#session = session;
    this.#owned.add(
      session.onDidChange(({ kind }) => {
        if (kind === 'none' || kind === 'closed' || kind === 'signedOut') this.#forget();
      }),
    );
  }

  /** What a device can do, or undefined while that is not known; asking begins to find out. */
  of(deviceId: string): DeviceCapabilities | undefined {
    if (this.#known.has(deviceId)) return this.#known.get(deviceId);
    if (this.#known.size < MOST && this.#session.state.kind === 'open') {
      this.#known.set(deviceId, undefined);
      this.#waiting.push(deviceId);
      this.#proceed();
    }
    return undefined;
  }

  dispose(): void {
    this.#forget();
    this.#owned.dispose();
  }

  #proceed(): void {
    while (this.#running < AT_ONCE) {
      const deviceId = this.#waiting.shift();
      if (deviceId === undefined) return;
      this.#running++;
      void this.#read(deviceId).finally(() => {
        this.#running--;
        this.#proceed();
        if (this.#told >= TOGETHER || this.#running === 0) this.#tell();
      });
    }
  }

  // A service that does not tell leaves everything on offer, and the command says what the device refused.
  async #read(deviceId: string): Promise<void> {
    const { state } = this.#session;
    if (state.kind !== 'open') return;
    try {
      const { value } = await state.client.getDeviceCapabilities({ params: { deviceId } });
      if (!this.#known.has(deviceId)) return;
      this.#known.set(deviceId, value.capabilities);
      this.#told++;
    } catch {
      this.#waiting.length = 0;
    }
  }

  #tell(): void {
    if (this.#told === 0) return;
    this.#told = 0;
    this.#changed.fire();
  }

  #forget(): void {
    this.#known.clear();
    this.#waiting.length = 0;
  }
}
