import type { Client } from '../client/client.ts';
import { explain } from '../wording/explain.ts';
import type { PanelState, ScreenElement } from '../protocol/devicePanel.ts';
import type { Disposable } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import type { Size } from '../util/pngSize.ts';
import { screenElements } from './screenElements.ts';

/** Reads the UI elements of a display and the size of its coordinate space. */
export class ElementReader implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly #client: () => Promise<Client>;
  readonly #deviceId: string;
  #inspected = false;
  #list: readonly ScreenElement[] = [];
  #problem: string | undefined;
  #bounds: Size | undefined;
  #display = 0;
  #count = 0;

  readonly onDidChange = this.#changed.event;

  constructor(client: () => Promise<Client>, deviceId: string) {
    this.#client = client;
    this.#deviceId = deviceId;
  }

  /** True while elements are shown. */
  get inspected(): boolean {
    return this.#inspected;
  }

  /** The elements of the display while they are inspected. */
  get shown(): PanelState['elements'] {
    return this.#inspected ? { list: this.#list, problem: this.#problem } : undefined;
  }

  /** Returns the size that a display reports; undefined if it reports none. */
  boundsOf(display: number): Size | undefined {
    return display === this.#display ? this.#bounds : undefined;
  }

  /** Turns the display of elements on or off. */
  inspect(on: boolean): void {
    if (on === this.#inspected) return;
    this.#inspected = on;
    this.#list = [];
    this.#problem = undefined;
    this.#changed.fire();
  }

  /** Reads a display; the result is dropped if a newer read has started. Never rejects. */
  async read(display: number): Promise<void> {
    const turn = ++this.#count;
    if (display !== this.#display) {
      this.#display = display;
      this.#bounds = undefined;
      this.#list = [];
    }
    try {
      const input = { params: { deviceId: this.#deviceId }, headers: { 'x-device-display-id': display } };
      const { value } = await (await this.#client()).getUiState(input);
      if (turn !== this.#count) return;
      this.#bounds = value.device_context?.screen_bounds ?? undefined;
      this.#list = screenElements(value);
      this.#problem = undefined;
    } catch (error) {
      if (turn !== this.#count) return;
      this.#list = [];
      this.#problem = explain(error).summary;
    }
    this.#changed.fire();
  }

  dispose(): void {
    this.#count++;
    this.#changed.dispose();
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
