import type { DeviceGesture } from '../../flow/record/deviceGesture.ts';
import { describeGesture } from '../../flow/record/gestureText.ts';
import type { GridRequest, GridState, TileState, KeptGrid } from '../../protocol/deviceGrid.ts';
import { bytesOf } from '../common/bytes.ts';
import { type Host, HostFailure } from '../common/host.ts';
import { OUTDATED } from '../devicePanel/panelModel.ts';
import { type Touch, touchOf } from '../devicePanel/touch.ts';
import { describeResult } from './resultText.ts';

/** The host of the page. */
export interface GridPort {
  /** Connects the webview to the extension. */
  connect(shown: (state: GridState) => void): Host<GridRequest, GridState, KeptGrid>;
}

/** The data that the page knows about a tile besides its state; replaced when it changes. */
export interface TilePage {
  /** The bytes of the picture. */
  readonly picture: Uint8Array | undefined;
  /** The failure of the last request, as a sentence. */
  readonly failure: string | undefined;
  /** The trace of the last gesture, while it is shown. */
  readonly touch: Touch | undefined;
}

const NOTHING: TilePage = { picture: undefined, failure: undefined, touch: undefined };

/** The model of the device grid: the state from the extension, and the pictures of the tiles. */
export class GridModel {
  readonly #changed: () => void;
  readonly #host: Host<GridRequest, GridState, KeptGrid>;
  #state: GridState | undefined;
  readonly #pages = new Map<string, TilePage>();
  /** The number of the picture requested last, of each tile. */
  readonly #requested = new Map<string, number>();
  readonly #fetching = new Set<string>();
  #seen = '';
  #active: string | undefined;
  #spoken = '';
  #touches = 0;

  constructor(port: GridPort, changed: () => void) {
    this.#changed = changed;
    this.#host = port.connect(state => this.#receive(state));
    void this.ask({ kind: 'open' });
  }

  /** Undefined until the first state arrives. */
  get state(): GridState | undefined {
    return this.#state;
  }

  /** The text for screen readers. */
  get spoken(): string {
    return this.#spoken;
  }

  /** The tile that the Tab key reaches. */
  get active(): string | undefined {
    return this.#active ?? this.#state?.tiles[0]?.id;
  }

  /** Returns what the page knows about a tile besides its state. */
  page(id: string): TilePage {
    return this.#pages.get(id) ?? NOTHING;
  }

  /** Makes a tile the one that the Tab key reaches. */
  activate(id: string): void {
    if (this.active === id) return;
    this.#active = id;
    this.#changed();
  }

  /** Reports the tiles in view to the extension. */
  see(ids: readonly string[]): void {
    const seen = ids.join(' ');
    if (seen === this.#seen) return;
    this.#seen = seen;
    void this.ask({ kind: 'see', ids });
  }

  /** Sends a request about a tile, or about the grid; a failure is shown there, and announced. */
  async ask(request: GridRequest): Promise<unknown> {
    try {
      return await this.#host.ask(request);
    } catch (error) {
      if (!(error instanceof HostFailure)) throw error;
      if ('id' in request) this.#update(request.id, { failure: error.message });
      this.#say(error.message);
      return undefined;
    }
  }

  /** Performs a gesture on a device, or on all; refuses taps and swipes on an outdated picture. */
  async perform(id: string, gesture: DeviceGesture): Promise<void> {
    const isAimed = gesture.kind === 'tap' || gesture.kind === 'swipe';
    if (isAimed && this.#tile(id)?.situation) {
      this.#update(id, { failure: OUTDATED });
      this.#say(OUTDATED);
      return;
    }
    this.#update(id, { failure: undefined, touch: touchOf(gesture, ++this.#touches) });
    const answer = await this.ask({ kind: 'perform', id, gesture });
    // The result on all devices is announced by its own line.
    if (answer !== undefined && !this.#state?.actOnAll) this.#say(`${describeGesture(gesture)}: done.`);
  }

  /** Removes the failure message of a tile. */
  dismiss(id: string): void {
    this.#update(id, { failure: undefined });
  }

  /** Removes the trace of the last gesture on a tile. */
  removeTouch(id: string): void {
    this.#update(id, { touch: undefined });
  }

  #tile(id: string): TileState | undefined {
    return this.#state?.tiles.find(tile => tile.id === id);
  }

  #say(sentence: string): void {
    this.#spoken = sentence;
    this.#changed();
  }

  #update(id: string, change: Partial<TilePage>): void {
    this.#pages.set(id, { ...this.page(id), ...change });
    this.#changed();
  }

  #receive(state: GridState): void {
    const before = this.#state;
    // Keeps the identity of unchanged tiles, so that only the others are rendered again.
    const tiles = state.tiles.map(tile => {
      const known = this.#tile(tile.id);
      return known && JSON.stringify(known) === JSON.stringify(tile) ? known : tile;
    });
    this.#state = { ...state, tiles };
    const { connection } = state;
    if (!before) this.#host.keep({ connectionId: connection.id, deviceIds: tiles.map(({ id }) => id) });
    for (const { id, situation } of tiles) {
      if (!situation && this.page(id).failure === OUTDATED) this.#update(id, { failure: undefined });
      void this.#follow(id);
    }
    if (state.actOnAll && state.last) this.#spoken = describeResult(this.#state).summary;
    this.#changed();
  }

  /** Fetches the newest picture of a tile after the one in progress. */
  async #follow(id: string): Promise<void> {
    if (this.#fetching.has(id)) return;
    this.#fetching.add(id);
    try {
      for (;;) {
        const number = this.#tile(id)?.picture;
        if (number === undefined || number === this.#requested.get(id)) return;
        this.#requested.set(id, number);
        const picture = bytesOf(await this.ask({ kind: 'picture', id, number }));
        if (picture) this.#update(id, { picture });
      }
    } finally {
      this.#fetching.delete(id);
    }
  }
}
