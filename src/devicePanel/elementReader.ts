import type { Client } from '../client/client.ts';
import { explain } from '../host/explain.ts';
import type { PanelState, ScreenElement } from '../protocol/devicePanel.ts';
import { type Disposable } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import type { Size } from './screenReader.ts';
import { screenElements } from './screenElements.ts';

/** Reads what is on a display: its size as gestures are told in, and its elements while somebody inspects them. */
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

  /** Whether elements are shown. */
  get inspected(): boolean {
    return this.#inspected;
  }

  /** The elements of the display while they are inspected. */
  get shown(): PanelState['elements'] {
    return this.#inspected ? { list: this.#list, problem: this.#problem } : undefined;
  }

  /** What the display calls its size; undefined where it does not tell. */
  boundsOf(display: number): Size | undefined {
    return display === this.#display ? this.#bounds : undefined;
  }

  /** Begins or ends showing the elements. */
  inspect(on: boolean): void {
    if (on === this.#inspected) return;
    this.#inspected = on;
    this.#list = [];
    this.#problem = undefined;
    this.#changed.fire();
  }

  /** Reads a display; what comes after a newer read is dropped. Never rejects. */
  async read(display: number): Promise<void> {
    const turn = ++this.#count;
    if (display !== this.#display) {
      this.#display = display;
      this.#bounds = undefined;
      this.#list = [];
    }
    try {
      const on = { params: { deviceId: this.#deviceId }, headers: { 'x-device-display-id': display } };
      const { value } = await (await this.#client()).getUiState(on);
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
 * The pixels that gestures are told in: those that the display names (wire facts 9), if the picture has their form,
 * else those of the picture, which may have been taken when the display was turned.
 */
export function touchSize(picture: Size | undefined, bounds: Size | undefined): Size | undefined {
  if (!picture || !bounds) return picture ?? bounds;
  const [shape, named] = [picture.width / picture.height, bounds.width / bounds.height];
  return Math.abs(shape / named - 1) < 0.02 ? bounds : picture;
}
