import { ApiError } from '../../client/failure.ts';
import type { GridTile } from '../../protocol/deviceGrid.ts';
import { type Disposable, Disposables } from '../../util/disposables.ts';
import { Emitter } from '../../util/emitter.ts';
import type { DevicePanelSession } from '../devicePanelSession.ts';
import type { Reading } from './gridPace.ts';

/** The device of one tile of a grid: what the tile shows, and its picture. */
export class GridDevice implements Disposable {
  readonly session: DevicePanelSession;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new Emitter<void>());
  #picture: { readonly number: number; readonly bytes: Uint8Array } | undefined;
  #tile: Omit<GridTile, 'outcome'>;
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

  get tile(): Omit<GridTile, 'outcome'> {
    return this.#tile;
  }

  /** Takes a screenshot, and reads the record of a device that could not be shown; never rejects. */
  async read(): Promise<Reading> {
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

  #readTile(): Omit<GridTile, 'outcome'> {
    const { device, situation, screen } = this.session.state;
    const { id, name, state } = device;
    return { id, name, state, situation, size: screen.size, picture: this.#picture?.number };
  }
}

function isSame(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return one !== undefined && Buffer.compare(one, other) === 0;
}
