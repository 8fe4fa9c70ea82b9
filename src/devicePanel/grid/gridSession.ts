import type { DeviceGesture } from '../../flow/record/deviceGesture.ts';
import type { GridState, TileState, KeptGrid } from '../../protocol/deviceGrid.ts';
import type { Connection } from '../../stores/connection.ts';
import { asksForReading, type Session } from '../../stores/session.ts';
import { type Disposable, Disposables } from '../../util/disposables.ts';
import { Emitter } from '../../util/emitter.ts';
import { Throttle } from '../../util/throttle.ts';
import type { DevicePanelSession } from '../devicePanelSession.ts';
import { ActOnAll } from './actOnAll.ts';
import { GridPace, type TileReading } from './gridPace.ts';
import { ApiError } from '../../client/failure.ts';

/** Interval in milliseconds within which changes of tiles are batched into one change event. */
const NOTIFY_MS = 50;

/** The status with which a service refuses a request of a client that sends too many. */
const TOO_MANY = 429;

/** The devices of one grid: their pictures, taken while the grid is watched, and gestures on one or all of them. */
export class GridSession implements Disposable {
  readonly connection: Connection;
  readonly #owned = new Disposables();
  readonly #devices: ReadonlyMap<string, GridDevice>;
  readonly #pace: GridPace;
  readonly #all: ActOnAll;
  readonly #changed = this.#owned.add(new Emitter<void>());
  readonly #notification = this.#owned.add(new Throttle(() => this.#changed.fire(), NOTIFY_MS));
  #actsOnAll = false;
  #isWatched = false;
  #timer: NodeJS.Timeout | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(session: Session, sessions: readonly DevicePanelSession[]) {
    this.connection = session.require();
    this.#devices = new Map(sessions.map(one => [one.deviceId, this.#owned.add(new GridDevice(one))]));
    this.#pace = new GridPace([...this.#devices.keys()]);
    const targets = () => [...this.#devices.values()].map(({ tile: { id, name } }) => ({ id, name }));
    this.#all = this.#owned.add(new ActOnAll(targets));
    const notify = (): void => this.#notification.schedule();
    for (const device of this.#devices.values()) this.#owned.add(device.onDidChange(notify));
    this.#owned.add(this.#all.onDidChange(notify));
    this.#owned.add(
      session.onExchange(({ status }) => {
        if (status === TOO_MANY) this.#pace.slowDown(Date.now());
      }),
    );
    // The connection is also reopened when the data of the sandbox was replaced.
    this.#owned.add(
      session.onDidChange(state => {
        if (asksForReading(state)) this.#readAllAgain();
      }),
    );
  }

  /** The state for the webview. */
  get state(): GridState {
    const { id, name } = this.connection;
    const { outcomes, last } = this.#all;
    const tiles = [...this.#devices.values()].map(({ tile }) => ({
      ...tile,
      outcome: outcomes.get(tile.id),
    }));
    return { connection: { id, name }, tiles, actOnAll: this.#actsOnAll, last };
  }

  /** The devices, as the webview keeps them. */
  get kept(): KeptGrid {
    return { connectionId: this.connection.id, deviceIds: [...this.#devices.keys()] };
  }

  /** Starts or stops taking pictures. */
  watch(isWatched: boolean): void {
    if (this.#isWatched === isWatched) return;
    this.#isWatched = isWatched;
    if (isWatched) this.#hurry();
    else clearTimeout(this.#timer);
  }

  /** Sets the tiles in view; pictures are taken of no others. */
  see(ids: readonly string[]): void {
    this.#pace.see(ids);
    this.#run();
  }

  /** Returns the picture of a device with a number; undefined if it is not the last one anymore. */
  fetch(id: string, number: number): Uint8Array | undefined {
    const bytes = this.#device(id).fetch(number);
    if (bytes) this.#pace.fetched(id, Date.now());
    this.#run();
    return bytes;
  }

  /** Performs a gesture on a device, or on all of them. Rejects if a gesture on one device fails. */
  async perform(id: string, gesture: DeviceGesture): Promise<void> {
    const { session } = this.#device(id);
    if (!this.#actsOnAll) {
      await session.perform(gesture);
      this.#hurry([id]);
      return;
    }
    await this.#all.perform(session, gesture);
    this.#hurry();
  }

  /** Turns on or off that each gesture is performed on all devices. */
  actOnAll(on: boolean): void {
    this.#actsOnAll = on;
    if (!on) this.#all.clear();
    this.#notification.schedule();
  }

  /** Lets the devices that failed take part in gestures on all devices again. */
  rejoin(): void {
    this.#all.rejoin();
  }

  /** Returns the session of a device. */
  session(id: string): DevicePanelSession {
    return this.#device(id).session;
  }

  /** Reads a device again at once. */
  readAgain(id: string): void {
    this.#device(id).isUnread = true;
    this.#hurry([id]);
  }

  dispose(): void {
    this.watch(false);
    this.#owned.dispose();
  }

  #device(id: string): GridDevice {
    const device = this.#devices.get(id);
    if (!device) throw new Error('The device is not part of this grid.');
    return device;
  }

  #readAllAgain(): void {
    for (const device of this.#devices.values()) device.isUnread = true;
    this.#hurry();
  }

  #hurry(ids: Iterable<string> = this.#devices.keys()): void {
    this.#pace.hurry(ids, Date.now());
    this.#run();
  }

  /** Reads the tiles that are due, and waits for the next one. */
  #run(): void {
    clearTimeout(this.#timer);
    while (this.#isWatched) {
      const next = this.#pace.next(Date.now());
      if (!next) return;
      if ('afterMs' in next) {
        this.#timer = setTimeout(() => this.#run(), next.afterMs);
        return;
      }
      void this.#read(next.id);
    }
  }

  async #read(id: string): Promise<void> {
    this.#pace.begin(id, Date.now());
    const reading = await this.#device(id).read();
    this.#pace.end(id, Date.now(), reading);
    this.#run();
  }
}

/** The device of one tile of a grid: what the tile shows, and its picture. */
class GridDevice implements Disposable {
  readonly session: DevicePanelSession;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new Emitter<void>());
  #picture: { readonly number: number; readonly bytes: Uint8Array } | undefined;
  #tile: Omit<TileState, 'outcome'>;
  /** True if the record of the device was not read yet, or may have changed. */
  isUnread = true;

  /** Fires when the tile has changed. */
  readonly onDidChange = this.#changed.event;

  constructor(session: DevicePanelSession) {
    this.session = session;
    this.#tile = this.#readTile();
    this.#owned.add(session.onDidChange(() => this.#follow()));
  }

  get id(): string {
    return this.session.deviceId;
  }

  get tile(): Omit<TileState, 'outcome'> {
    return this.#tile;
  }

  /** Takes a screenshot, and reads the record of a device that could not be shown; never rejects. */
  async read(): Promise<TileReading> {
    const { session } = this;
    if (this.isUnread || this.#tile.situation) await session.refresh();
    else await session.look();
    this.isUnread = false;
    const { failure, picture } = session.screen;
    const before = this.#picture;
    const isNew = picture !== undefined && !isSame(before?.bytes, picture.bytes);
    if (isNew) this.#picture = { number: (before?.number ?? 0) + 1, bytes: picture.bytes };
    this.#follow();
    if (failure instanceof ApiError && failure.retryAfterMs !== undefined)
      return { waitMs: failure.retryAfterMs };
    if (this.#tile.situation) return 'failed';
    return isNew ? 'changed' : 'same';
  }

  /** Returns the bytes of a picture; undefined if it is not the last one anymore. */
  fetch(number: number): Uint8Array | undefined {
    return this.#picture?.number === number ? this.#picture.bytes : undefined;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  // Another viewer of the device may take pictures more often than the tile shows them.
  #follow(): void {
    const tile = this.#readTile();
    if (JSON.stringify(tile) === JSON.stringify(this.#tile)) return;
    this.#tile = tile;
    this.#changed.fire();
  }

  #readTile(): Omit<TileState, 'outcome'> {
    const { device, situation, screen } = this.session.state;
    const { id, name, state } = device;
    return { id, name, state, situation, size: screen.size, picture: this.#picture?.number };
  }
}

function isSame(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return one !== undefined && Buffer.compare(one, other) === 0;
}
