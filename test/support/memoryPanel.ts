import { mock } from 'node:test';
import { DevicePanelSession } from '../../src/devicePanel/devicePanelSession.ts';
import { SavedPlaces } from '../../src/host/savedPlaces.ts';
import { Session } from '../../src/stores/session.ts';
import { MemoryDevices } from './memoryDevices.ts';
import { settle } from './memoryEditor.ts';
import { memento } from './memories.ts';
import { CONNECTION } from './memorySources.ts';

/** The device of a panel. */
export const DEVICE = '0d1e0000-0000-4000-8000-0000000000d1';

/** A device as its panel works it, all of it in memory; its time is that of `mock.timers`. */
export class MemoryPanel {
  readonly devices = new MemoryDevices();
  readonly session = new Session(() => Promise.resolve(this.devices.client));
  /** What a list of the window calls the device. */
  listed: string | undefined;
  readonly device: DevicePanelSession;

  constructor(everyMs = 0) {
    this.session.use(CONNECTION);
    const byId = (id: string) => (this.listed === undefined ? undefined : { id, name: this.listed });
    const services = {
      session: this.session,
      devices: { byId },
      places: new SavedPlaces(memento(new Map())),
    };
    this.device = new DevicePanelSession(CONNECTION, DEVICE, services, everyMs);
  }

  /** The same where the connection is in use already. */
  static async connected(everyMs = 0): Promise<MemoryPanel> {
    const panel = new MemoryPanel(everyMs);
    await panel.session.client();
    return panel;
  }

  /** Lets time pass, and what was begun by then come to its end. */
  async pass(ms: number): Promise<void> {
    mock.timers.tick(ms);
    await settle();
  }

  /** Begins to look at it. */
  async watch(): Promise<void> {
    this.device.watch(this, true);
    await settle();
  }

  /** Looks elsewhere. */
  leave(): void {
    this.device.watch(this, false);
  }

  /** How many pictures were asked for. */
  get pictures(): number {
    return this.devices.count('takeScreenshot');
  }

  close(): void {
    this.device.dispose();
    this.session.dispose();
  }
}
