import type { Client } from '../client/client.ts';
import { explain } from '../wording/explain.ts';
import type { PanelState, PanelElement } from '../protocol/devicePanel.ts';
import type { Disposable } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import type { Size } from '../util/pngSize.ts';
import { equalJson } from '../flow/schema/equal.ts';
import { Screen, type ScreenElement as SelectableElement } from '../flow/selector/screen.ts';
import type { UiState } from '../contract/records/uiState.ts';
import { screenElements, shownNodes } from './screenElements.ts';

/** A use of the elements: the user inspects them or picks one, or that of a step is outlined. */
type ElementUse = 'inspect' | 'pick' | 'outline';

/** Number of earlier lists that a slow page may still show. */
const KEPT_LISTS = 5;

/** Reads the UI elements of a display and the size of its coordinate space. */
export class ElementReader implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly #client: () => Promise<Client>;
  readonly #deviceId: string;
  /** The uses for which elements are read with each screen. */
  readonly #uses = new Set<ElementUse>();
  #read: { readonly number: number; readonly state: UiState } | undefined;
  #screen: Screen | undefined;
  #list: readonly PanelElement[] = [];
  /** The lists before the newest one, oldest first. */
  #earlier: readonly { readonly number: number; readonly list: readonly PanelElement[] }[] = [];
  #problem: string | undefined;
  #bounds: Size | undefined;
  #display = 0;
  #count = 0;
  /** The picture of the screen whose elements were read last. */
  #readFor: Uint8Array | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(client: () => Promise<Client>, deviceId: string) {
    this.#client = client;
    this.#deviceId = deviceId;
  }

  /** True while elements are read with each screen. */
  get isInUse(): boolean {
    return this.#uses.size > 0;
  }

  /** True while the elements are shown. */
  get isShown(): boolean {
    return this.#uses.has('inspect') || this.#uses.has('pick');
  }

  /** The elements of the display while they are shown. */
  get shown(): PanelState['elements'] {
    return this.isShown
      ? { list: this.#list, problem: this.#problem, read: this.#read?.number ?? 0 }
      : undefined;
  }

  /** The elements of the display that selectors can find; undefined until they are read. */
  get screen(): Screen | undefined {
    if (this.#read) this.#screen ??= new Screen(this.#read.state);
    return this.#screen;
  }

  /** Returns true if the display still has an element of a read, at the same place and with the same texts. */
  has(read: number, index: number): boolean {
    return this.#indexNow(read, index) !== undefined;
  }

  /**
   * Returns the element at an index of a read of the display; undefined if the display does not have it anymore, or if
   * selectors cannot find it.
   */
  elementAt(read: number, index: number): SelectableElement | undefined {
    const now = this.#indexNow(read, index);
    if (!this.#read || now === undefined) return undefined;
    const node = shownNodes(this.#read.state)[now];
    return node && this.screen?.elements.find(element => element.node === node);
  }

  /** Returns the size that a display reports; undefined if it reports none. */
  boundsOf(display: number): Size | undefined {
    return display === this.#display ? this.#bounds : undefined;
  }

  /** Returns true if the elements were read for this picture: those of a screen that looks the same are the same. */
  isReadFor(picture: Uint8Array | undefined): boolean {
    if (!this.#read || !this.#readFor || !picture) return false;
    return Buffer.compare(this.#readFor, picture) === 0;
  }

  /** Begins or ends a use of the elements. */
  use(use: ElementUse, on: boolean): void {
    if (on === this.#uses.has(use)) return;
    const before = this.isShown;
    if (on) this.#uses.add(use);
    else this.#uses.delete(use);
    if (!this.isInUse) this.#forget();
    if (before !== this.isShown || !this.isInUse) this.#changed.fire();
  }

  /**
   * Reads a display that shows a picture; the result is dropped, and undefined is returned, if a newer read has started or the request fails.
   * Never rejects.
   */
  async read(display: number, picture?: Uint8Array): Promise<UiState | undefined> {
    const turn = ++this.#count;
    this.#readFor = picture;
    if (display !== this.#display) {
      this.#display = display;
      this.#bounds = undefined;
      this.#forget();
    }
    let state: UiState | undefined;
    try {
      const input = { params: { deviceId: this.#deviceId }, headers: { 'x-device-display-id': display } };
      const { value } = await (await this.#client()).getUiState(input);
      if (turn !== this.#count) return undefined;
      state = value;
      this.#bounds = value.device_context?.screen_bounds ?? undefined;
      this.#keep(turn, value);
      this.#screen = undefined;
      this.#problem = undefined;
    } catch (error) {
      if (turn !== this.#count) return undefined;
      this.#forget();
      this.#problem = explain(error).summary;
    }
    this.#changed.fire();
    return state;
  }

  dispose(): void {
    this.#count++;
    this.#changed.dispose();
  }

  // Equal elements keep the number of their read, so that a slow page can still refer to them.
  #keep(turn: number, state: UiState): void {
    const list = screenElements(state);
    const before = this.#read?.number;
    const isSame = before !== undefined && equalJson(this.#list, list);
    if (before !== undefined && !isSame)
      this.#earlier = [...this.#earlier, { number: before, list: this.#list }].slice(-KEPT_LISTS);
    this.#list = list;
    this.#read = { number: isSame ? before : turn, state };
  }

  // Other parts of the screen, such as the clock, change between a look at the screen and a click.
  #indexNow(read: number, index: number): number | undefined {
    if (this.#read?.number === read) return index;
    const element = this.#earlier.find(({ number }) => number === read)?.list[index];
    if (!element) return undefined;
    const now = this.#list.findIndex(candidate => equalJson(candidate, element));
    return now < 0 ? undefined : now;
  }

  #forget(): void {
    this.#list = [];
    this.#earlier = [];
    this.#problem = undefined;
    this.#read = undefined;
    this.#screen = undefined;
  }
}

/**
 * Returns the size of the coordinate space of gestures: the bounds that the display reports (wire facts 9) if the
 * screenshot has the same aspect ratio, else the size of the screenshot, since the display may have rotated.
 */
export function chooseTouchSize(picture: Size | undefined, bounds: Size | undefined): Size | undefined {
  if (!picture || !bounds) return picture ?? bounds;
  const [shape, named] = [picture.width / picture.height, bounds.width / bounds.height];
  return Math.abs(shape / named - 1) < 0.02 ? bounds : picture;
}
