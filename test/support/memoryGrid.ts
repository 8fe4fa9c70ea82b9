import { mock } from 'node:test';
import { Recordings } from '../../src/appState/recordings.ts';
import { SavedPlaces } from '../../src/appState/savedPlaces.ts';
import { StepOutlines } from '../../src/appState/stepOutlines.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import { DevicePanelSession } from '../../src/devicePanel/devicePanelSession.ts';
import { GridSession } from '../../src/devicePanel/grid/gridSession.ts';
import type { GridState, TileState } from '../../src/protocol/deviceGrid.ts';
import { Session } from '../../src/stores/session.ts';
import { MemoryDevices } from './memoryDevices.ts';
import { settle } from './memoryEditor.ts';
import { CONNECTION } from './memorySources.ts';
import { createMemento } from './memoryStorage.ts';

/** A grid of devices in memory whose page fetches each picture at once; `mock.timers` controls its time. */
export class MemoryGrid {
  readonly devices = new MemoryDevices();
  readonly session = new Session((_, onExchange) => {
    this.#observe = onExchange;
    return Promise.resolve(this.devices.client);
  });
  readonly ids: readonly string[];
  readonly panels: readonly DevicePanelSession[];
  readonly grid: GridSession;
  /** Number of pictures that the page fetched, by device. */
  readonly fetched = new Map<string, number>();
  /** True while the page fetches pictures. */
  isFetching = true;
  readonly #numbers = new Map<string, number>();
  #observe: ((exchange: Exchange) => void) | undefined;

  private constructor(count: number) {
    this.session.use(CONNECTION);
    this.ids = Array.from({ length: count }, (_, index) => `phone${index}`);
    const services = {
      places: new SavedPlaces(createMemento(new Map())),
      outlines: new StepOutlines(),
      recordings: new Recordings(),
    };
    const devices = { byId: (id: string) => ({ id, name: id.toUpperCase() }) };
    const scope = { session: this.session, devices };
    this.panels = this.ids.map(id => new DevicePanelSession(scope, id, services, 0));
    this.grid = new GridSession(this.session, this.panels);
    this.grid.onDidChange(() => this.#follow());
  }

  /** Creates a grid whose connection is already open. */
  static async connected(count: number): Promise<MemoryGrid> {
    const grid = new MemoryGrid(count);
    grid.devices.record = { state: 'ready', type: 'phone' };
    await grid.session.client();
    return grid;
  }

  /** Makes the grid visible with all its tiles, or some of them. */
  async watch(ids: readonly string[] = this.ids): Promise<void> {
    this.grid.see(ids);
    this.grid.watch(true);
    await settle();
  }

  /** Advances the time in steps of 10 milliseconds, and waits for pending work. */
  async pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 10) {
      mock.timers.tick(10);
      await settle();
    }
  }

  /** Reports that the service refused a request because there are too many. */
  refuse(): void {
    const exchange = { operation: 'listFlows', method: 'GET', path: '/', ms: 1, attempt: 1 } as const;
    const more = { traceId: undefined, failure: 'refused' } as const;
    this.#observe?.({ ...exchange, ...more, status: 429 });
  }

  get state(): GridState {
    return this.grid.state;
  }

  /** Returns a tile by its index. */
  tile(index: number): TileState {
    const tile = this.state.tiles[index];
    if (!tile) throw new Error(`There is no tile ${index}.`);
    return tile;
  }

  /** Returns the number of screenshots of a device, or of all. */
  shots(id?: string): number {
    return this.devices.callsOf('takeScreenshot').filter(call => id === undefined || call.deviceId === id)
      .length;
  }

  close(): void {
    this.grid.dispose();
    for (const panel of this.panels) panel.dispose();
    this.session.dispose();
  }

  #follow(): void {
    for (const { id, picture } of this.state.tiles) {
      if (!this.isFetching || picture === undefined || picture === this.#numbers.get(id)) continue;
      this.#numbers.set(id, picture);
      if (this.grid.fetch(id, picture)) this.fetched.set(id, (this.fetched.get(id) ?? 0) + 1);
    }
  }
}
