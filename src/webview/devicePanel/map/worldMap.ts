import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { type Position, positionText } from '../../../util/geoText.ts';
import { iconButton } from '../../common/button.ts';
import { PageElement } from '../../common/element.ts';
import {
  type Camera,
  CLOSEST_LAND,
  FROM_NEAR,
  fitted,
  held,
  positionAt,
  type Size,
  type PixelPoint,
  zoomed,
} from './camera.ts';
import { drawGrid, drawLand, drawPlaces, type NamedPosition } from './drawGround.ts';
import { drawMarks, drawScale } from './drawMarks.ts';
import type { Gazetteer } from './gazetteer.ts';
import { readPalette } from './palette.ts';
import { type HandledMap, KEY_ZOOM, MapInput } from './mapInput.ts';
import type { WorldShapes } from './shapes.ts';

/** The initial view, centered on Europe and Africa. */
const START: Camera = { latitude: 20, longitude: 10, worldPixels: 0 };

/** Time after the last movement until the center is announced, in milliseconds. */
const TELL_AFTER_MS = 400;

/**
 * A world map for mouse, touch and keyboard. Fires `picked` with a position and `looked` with a camera in `detail`.
 * `shapes` and `gazetteer` are set once they are loaded.
 */
export class WorldMap extends PageElement implements HandledMap {
  static override readonly properties = {
    shapes: { attribute: false },
    gazetteer: { attribute: false },
    device: { attribute: false },
    picked: { attribute: false },
    saved: { attribute: false },
    track: { attribute: false },
    kept: { attribute: false },
    where: { state: true },
    told: { state: true },
    landless: { state: true },
  };
  declare shapes: WorldShapes | undefined;
  declare gazetteer: Gazetteer | undefined;
  /** Position of the device. */
  declare device: Position | undefined;
  declare picked: Position | undefined;
  declare saved: readonly NamedPosition[];
  /** Positions of the open track. */
  declare track: readonly Position[];
  /** The stored view of an earlier instance of the webview. */
  declare kept: Camera | undefined;
  /** Description of the position under the pointer; empty without one. */
  declare where: string;
  /** The text for screen readers. */
  declare told: string;
  /** True if the zoom is too close for coastlines. */
  declare landless: boolean;
  size: Size = { width: 0, height: 0 };
  #camera: Camera | undefined;
  readonly #hands = new MapInput(this);
  readonly #sizes = new ResizeObserver(() => this.#measure());
  readonly #themes = new MutationObserver(() => this.#redraw());
  #frame: number | undefined;
  #telling: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.saved = [];
    this.track = [];
    this.where = '';
    this.told = '';
    this.landless = false;
  }

  get camera(): Camera {
    return this.#camera ?? held(this.kept ?? START, this.size);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#themes.observe(document.body, { attributes: true, attributeFilter: ['class'] });
    this.#themes.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
    this.#themes.disconnect();
    clearTimeout(this.#telling);
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
  }

  look(camera: Camera): void {
    this.#camera = held(camera, this.size);
    this.#redraw();
    this.dispatchEvent(new CustomEvent('looked', { detail: this.#camera }));
    this.#tellLater();
  }

  pick(point: PixelPoint): void {
    const position = this.#rounded(positionAt(point, this.camera, this.size));
    this.dispatchEvent(new CustomEvent('picked', { detail: position }));
  }

  /** Shows all of the given positions. A single one is centered, and the zoom changes only if it is far out. */
  show(positions: readonly Position[]): void {
    const camera = fitted(positions, this.size);
    if (!camera) return;
    const near =
      positions.length === 1 ? Math.max(this.camera.worldPixels, FROM_NEAR / 64) : camera.worldPixels;
    this.look({ ...camera, worldPixels: near });
  }

  protected override render(): TemplateResult {
    const { device } = this;
    return html`<div class="map-frame">
        <canvas
          tabindex="0"
          role="application"
          aria-roledescription="map"
          aria-label="World map"
          aria-describedby="map-keys"
          @pointerdown=${(event: PointerEvent) => this.#hands.press(event)}
          @pointermove=${(event: PointerEvent) => this.#moved(event)}
          @pointerup=${(event: PointerEvent) => this.#hands.release(event)}
          @pointercancel=${(event: PointerEvent) => this.#hands.release(event)}
          @pointerleave=${() => (this.where = '')}
          @keydown=${(event: KeyboardEvent) => this.#hands.key(event)}
          @focus=${() => this.#redraw()}
          @blur=${() => this.#redraw()}
        ></canvas>
        <div class="map-buttons">
          ${iconButton('add', 'Zoom In', () => this.look(zoomed(this.camera, this.size, KEY_ZOOM)))}
          ${iconButton('remove', 'Zoom Out', () => this.look(zoomed(this.camera, this.size, 1 / KEY_ZOOM)))}
          ${iconButton('globe', 'Show World', () => this.look({ ...this.camera, worldPixels: 0 }))}
          ${device ? iconButton('target', 'Show Device', () => this.show([device])) : nothing}
        </div>
        ${this.landless ? html`<p class="map-note">No coastline at this zoom level</p>` : nothing}
      </div>
      <p class="map-where">
        ${this.where || (this.shapes ? 'Click to select, drag to move, scroll to zoom.' : 'Loading map…')}
      </p>
      <p class="visually-hidden" id="map-keys">
        Arrow keys move the map, with Shift in small steps. Plus and minus zoom, Home shows the world, Enter
        selects the center.
      </p>
      <div class="visually-hidden" role="status">${this.told}</div>`;
  }

  protected override firstUpdated(): void {
    this.#sizes.observe(this.#canvas);
    // A passive listener, as in templates, could not prevent scrolling.
    this.#canvas.addEventListener('wheel', event => this.#hands.wheel(event), { passive: false });
    this.#measure();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('where') && changed.size === 1) return;
    this.#redraw();
  }

  get #canvas(): HTMLCanvasElement {
    const canvas = this.querySelector('canvas');
    if (!canvas) throw new Error('The map has no canvas yet.');
    return canvas;
  }

  #moved(event: PointerEvent): void {
    this.#hands.move(event);
    const spot = { x: event.offsetX, y: event.offsetY };
    this.where = this.#describe(positionAt(spot, this.camera, this.size));
  }

  #describe(position: Position): string {
    const text = positionText(this.#rounded(position));
    return this.gazetteer ? `${text} · ${this.gazetteer.whereabouts(position)}` : text;
  }

  // Limits the digits to the precision of a pixel, so that a click does not seem more exact than it is.
  #rounded({ latitude, longitude }: Position): Position {
    const digits = Math.min(7, Math.max(0, Math.ceil(Math.log10(this.camera.worldPixels / 360))));
    return { latitude: Number(latitude.toFixed(digits)), longitude: Number(longitude.toFixed(digits)) };
  }

  #tellLater(): void {
    clearTimeout(this.#telling);
    this.#telling = setTimeout(() => {
      if (document.activeElement === this.#canvas) this.told = `Center: ${this.#describe(this.camera)}`;
    }, TELL_AFTER_MS);
  }

  #measure(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (width === 0 || height === 0) return;
    this.size = { width, height };
    this.#camera = held(this.camera, this.size);
    this.#redraw();
  }

  #redraw(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#draw();
    });
  }

  #draw(): void {
    const canvas = this.#canvas;
    const { width, height } = this.size;
    const context = canvas.getContext('2d');
    if (!context || width === 0) return;
    const dense = window.devicePixelRatio;
    const [across, down] = [Math.round(width * dense), Math.round(height * dense)];
    if (canvas.width !== across || canvas.height !== down) [canvas.width, canvas.height] = [across, down];
    context.setTransform(dense, 0, 0, dense, 0, 0);
    this.landless = this.camera.worldPixels > CLOSEST_LAND;
    const drawing = { context, camera: this.camera, size: this.size, palette: readPalette(this) };
    const { device, picked, saved, track } = this;
    if (this.shapes) drawLand(drawing, this.shapes);
    else context.clearRect(0, 0, width, height);
    drawGrid(drawing);
    if (this.gazetteer) drawPlaces(drawing, this.gazetteer.places, saved);
    drawMarks(drawing, { device, picked, saved, track, middle: canvas.matches(':focus-visible') });
    drawScale(drawing);
  }
}
