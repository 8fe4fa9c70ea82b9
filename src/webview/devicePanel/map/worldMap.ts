import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { type Position, positionText } from '../../../util/geoText.ts';
import { iconButton } from '../../common/button.ts';
import { PageElement, reactive } from '../../common/element.ts';
import type { Size } from '../../../util/pngSize.ts';
import {
  type Camera,
  CLOSEST_LAND,
  closestZoom,
  FROM_NEAR,
  fitCamera,
  clampCamera,
  positionAt,
  type PixelPoint,
  zoomBy,
} from './camera.ts';
import { drawGrid, drawLand, drawPlaces, type NamedPosition } from './drawGround.ts';
import { drawMarks, drawScale } from './drawMarks.ts';
import type { Gazetteer } from './gazetteer.ts';
import { readPalette } from './palette.ts';
import { type ControlledMap, KEY_ZOOM, MapInput } from './mapInput.ts';
import type { WorldShapes } from './shapes.ts';

/** The initial view, centered on Europe and Africa. */
const START: Camera = { latitude: 20, longitude: 10, worldPixels: 0 };

/** Time after the last movement until the center is announced, in milliseconds. */
const ANNOUNCE_AFTER_MS = 400;

/**
 * A world map for mouse, touch and keyboard. Fires `picked` with a position and `moved` with a camera in `detail`.
 * `shapes` and `gazetteer` are set once they are loaded.
 */
export class WorldMap extends PageElement implements ControlledMap {
  static override properties = reactive(
    'shapes',
    'gazetteer',
    'device',
    'picked',
    'saved',
    'track',
    'storedCamera',
    'pointerText',
    'announcement',
    'isPastCoastlines',
  );
  declare shapes: WorldShapes | undefined;
  declare gazetteer: Gazetteer | undefined;
  /** Position of the device. */
  declare device: Position | undefined;
  declare picked: Position | undefined;
  declare saved: readonly NamedPosition[];
  /** Positions of the open track. */
  declare track: readonly Position[];
  /** The stored view of an earlier instance of the webview. */
  declare storedCamera: Camera | undefined;
  /** Description of the position under the pointer; empty without one. */
  declare pointerText: string;
  /** The text for screen readers. */
  declare announcement: string;
  /** True if the zoom is too close for coastlines. */
  declare isPastCoastlines: boolean;
  size: Size = { width: 0, height: 0 };
  #camera: Camera | undefined;
  readonly #input = new MapInput(this);
  readonly #sizes = new ResizeObserver(() => this.#measure());
  readonly #themes = new MutationObserver(() => this.#redraw());
  #frame: number | undefined;
  #announceTimer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.saved = [];
    this.track = [];
    this.pointerText = '';
    this.announcement = '';
    this.isPastCoastlines = false;
  }

  get camera(): Camera {
    return this.#camera ?? clampCamera(this.storedCamera ?? START, this.size);
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
    clearTimeout(this.#announceTimer);
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
  }

  moveTo(camera: Camera): void {
    this.#camera = clampCamera(camera, this.size);
    this.#redraw();
    this.dispatchEvent(new CustomEvent('moved', { detail: this.#camera }));
    this.#announceLater();
  }

  zoom(camera: Camera, factor: number, at?: PixelPoint): void {
    const marks = [this.device, this.picked, ...this.saved, ...this.track].filter(mark => mark !== undefined);
    this.moveTo(zoomBy(camera, this.size, factor, at, closestZoom(camera, this.size, marks)));
  }

  pick(point: PixelPoint): void {
    const position = this.#rounded(positionAt(point, this.camera, this.size));
    this.dispatchEvent(new CustomEvent('picked', { detail: position }));
  }

  /** Shows all of the given positions. A single one is centered, and the zoom changes only if it is far out. */
  show(positions: readonly Position[]): void {
    const camera = fitCamera(positions, this.size);
    if (!camera) return;
    const near =
      positions.length === 1 ? Math.max(this.camera.worldPixels, FROM_NEAR / 64) : camera.worldPixels;
    this.moveTo({ ...camera, worldPixels: near });
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
          @pointerdown=${(event: PointerEvent) => this.#input.press(event)}
          @pointermove=${(event: PointerEvent) => this.#movePointer(event)}
          @pointerup=${(event: PointerEvent) => this.#input.release(event)}
          @pointercancel=${(event: PointerEvent) => this.#input.release(event)}
          @pointerleave=${() => (this.pointerText = '')}
          @keydown=${(event: KeyboardEvent) => this.#input.key(event)}
          @focus=${() => this.#redraw()}
          @blur=${() => this.#redraw()}
        ></canvas>
        <div class="map-buttons">
          ${iconButton('add', 'Zoom In', () => this.zoom(this.camera, KEY_ZOOM))}
          ${iconButton('remove', 'Zoom Out', () => this.zoom(this.camera, 1 / KEY_ZOOM))}
          ${iconButton('globe', 'Show World', () => this.moveTo({ ...this.camera, worldPixels: 0 }))}
          ${device ? iconButton('target', 'Show Device', () => this.show([device])) : nothing}
        </div>
        ${this.isPastCoastlines ? html`<p class="map-note">No coastline at this zoom level</p>` : nothing}
      </div>
      <p class="map-where">
        ${this.pointerText || (this.shapes ? 'Click to select, drag to move, scroll to zoom.' : 'Loading map…')}
      </p>
      <p class="visually-hidden" id="map-keys">
        Arrow keys move the map, with Shift in small steps. Plus and minus zoom, Home shows the world, Enter
        selects the center.
      </p>
      <div class="visually-hidden" role="status">${this.announcement}</div>`;
  }

  protected override firstUpdated(): void {
    this.#sizes.observe(this.#canvas);
    // A passive listener, as in templates, could not prevent scrolling.
    this.#canvas.addEventListener('wheel', event => this.#input.wheel(event), { passive: false });
    this.#measure();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('pointerText') && changed.size === 1) return;
    this.#redraw();
  }

  get #canvas(): HTMLCanvasElement {
    const canvas = this.querySelector('canvas');
    if (!canvas) throw new Error('The map has no canvas yet.');
    return canvas;
  }

  #movePointer(event: PointerEvent): void {
    this.#input.move(event);
    const point = { x: event.offsetX, y: event.offsetY };
    this.pointerText = this.#describe(positionAt(point, this.camera, this.size));
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

  #announceLater(): void {
    clearTimeout(this.#announceTimer);
    this.#announceTimer = setTimeout(() => {
      if (document.activeElement === this.#canvas)
        this.announcement = `Center: ${this.#describe(this.camera)}`;
    }, ANNOUNCE_AFTER_MS);
  }

  #measure(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (width === 0 || height === 0) return;
    this.size = { width, height };
    this.#camera = clampCamera(this.camera, this.size);
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
    const pixelRatio = window.devicePixelRatio;
    const [across, down] = [Math.round(width * pixelRatio), Math.round(height * pixelRatio)];
    if (canvas.width !== across || canvas.height !== down) [canvas.width, canvas.height] = [across, down];
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    this.isPastCoastlines = this.camera.worldPixels > CLOSEST_LAND;
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
