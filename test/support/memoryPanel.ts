import { mock } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Client } from '../../src/client/client.ts';
import { DevicePanelSession } from '../../src/devicePanel/devicePanelSession.ts';
import { Recordings } from '../../src/appState/recordings.ts';
import { StepOutlines } from '../../src/appState/stepOutlines.ts';
import { SavedPlaces } from '../../src/appState/savedPlaces.ts';
import { Session } from '../../src/stores/session.ts';
import { MemoryDevices } from './memoryDevices.ts';
import { settle } from './memoryEditor.ts';
import { createMemento } from './memoryStorage.ts';
import { CONNECTION } from './memorySources.ts';

/** The device of a panel. */
export const DEVICE = '0d1e0000-0000-4000-8000-0000000000d1';

/**
 * Opens a panel, whose time is mocked, before each test and closes the last one afterward. `use` receives each panel.
 * Returns a function that opens another one.
 */
export function openPanelBeforeEach(use: (panel: MemoryPanel) => void): (everyMs: number) => Promise<void> {
  let panel: MemoryPanel | undefined;
  const open = async (everyMs: number): Promise<void> => {
    panel = await MemoryPanel.connected(everyMs);
    use(panel);
  };
  beforeEach(async () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1000 });
    await open(0);
  });
  afterEach(() => {
    panel?.close();
    mock.timers.reset();
  });
  return open;
}

/** A device in its panel, in memory; `mock.timers` controls its time. */
export class MemoryPanel {
  readonly devices = new MemoryDevices();
  readonly session = new Session(() => this.#open());
  readonly outlines = new StepOutlines();
  readonly recordings = new Recordings();
  /** Number of times that the connection was opened, or failed to open. */
  opened = 0;
  /** The reason why the connection cannot be opened. */
  refusal: Error | undefined;
  /** The name of the device in a list of the window. */
  listed: string | undefined;
  readonly device: DevicePanelSession;

  constructor(everyMs = 0) {
    this.session.use(CONNECTION);
    const byId = (id: string) => (this.listed === undefined ? undefined : { id, name: this.listed });
    const services = {
      places: new SavedPlaces(createMemento(new Map())),
      outlines: this.outlines,
      recordings: this.recordings,
    };
    this.device = new DevicePanelSession(
      { session: this.session, devices: { byId } },
      DEVICE,
      services,
      everyMs,
    );
  }

  /** Creates a panel whose connection is already open. */
  static async connected(everyMs = 0): Promise<MemoryPanel> {
    const panel = new MemoryPanel(everyMs);
    await panel.session.client();
    return panel;
  }

  /** Advances the time, and waits for pending work. */
  async pass(ms: number): Promise<void> {
    mock.timers.tick(ms);
    await settle();
  }

  /** Makes the panel visible. */
  async watch(): Promise<void> {
    this.device.watch(this, true);
    await settle();
  }

  /** Hides the panel. */
  leave(): void {
    this.device.watch(this, false);
  }

  /** Number of requested screenshots. */
  get pictures(): number {
    return this.devices.count('takeScreenshot');
  }

  close(): void {
    this.device.dispose();
    this.session.dispose();
  }

  async #open(): Promise<Client> {
    this.opened++;
    await nextTurn();
    if (this.refusal) throw this.refusal;
    return this.devices.client;
  }
}
