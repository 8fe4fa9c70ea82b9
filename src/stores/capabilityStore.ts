import { Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { dropsRecords, type Session } from './session.ts';

/** The capabilities that a device reports, by capability name (wire facts 8). */
export type DeviceCapabilities = Readonly<Record<string, unknown>>;

/** Maximum number of devices per connection whose capabilities are read, to limit requests for large lists. */
const MAX_DEVICES = 100;
const AT_ONCE = 2;
/** Number of devices per change event, since each event redraws a view. */
const TOGETHER = 20;

/** The capabilities of the active connection's devices, read in the background for devices that are shown. */
export class CapabilityStore extends Disposables {
  readonly #session: Session;
  readonly #changed = this.add(new Emitter<void>());
  /** Capabilities by device ID; undefined while unread or after a failed read. */
  readonly #known = new Map<string, DeviceCapabilities | undefined>();
  readonly #waiting: string[] = [];
  #running = 0;
  /** Number of devices read since the last change event. */
  #unannounced = 0;

  readonly onDidChange = this.#changed.event;

  constructor(session: Session) {
    super();
    this.#session = session;
    this.add(
      session.onDidChange(state => {
        if (dropsRecords(state)) this.#forget();
      }),
    );
  }

  /** Returns the capabilities of a device, or undefined while they are unknown. The first call starts reading them. */
  of(deviceId: string): DeviceCapabilities | undefined {
    if (this.#known.has(deviceId)) return this.#known.get(deviceId);
    if (this.#known.size < MAX_DEVICES && this.#session.state.kind === 'open') {
      this.#known.set(deviceId, undefined);
      this.#waiting.push(deviceId);
      this.#readNext();
    }
    return undefined;
  }

  override dispose(): void {
    this.#forget();
    super.dispose();
  }

  #readNext(): void {
    while (this.#running < AT_ONCE) {
      const deviceId = this.#waiting.shift();
      if (deviceId === undefined) return;
      this.#running++;
      void this.#read(deviceId).finally(() => {
        this.#running--;
        this.#readNext();
        if (this.#unannounced >= TOGETHER || this.#running === 0) this.#notify();
      });
    }
  }

  // If a read fails, all commands remain available, and the device itself rejects unsupported ones.
  async #read(deviceId: string): Promise<void> {
    const { state } = this.#session;
    if (state.kind !== 'open') return;
    try {
      const { value } = await state.client.getDeviceCapabilities({ params: { deviceId } });
      // An answer of an earlier connection does not apply to this one.
      if (this.#session.state !== state) return;
      this.#known.set(deviceId, value.capabilities);
      this.#unannounced++;
    } catch {
      if (this.#session.state === state) this.#waiting.length = 0;
    }
  }

  #notify(): void {
    if (this.#unannounced === 0) return;
    this.#unannounced = 0;
    this.#changed.fire();
  }

  #forget(): void {
    this.#known.clear();
    this.#waiting.length = 0;
  }
}
