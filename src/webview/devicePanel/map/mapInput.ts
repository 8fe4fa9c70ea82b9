import { type Camera, panned, type Size, type PixelPoint, zoomed } from './camera.ts';

/** A map controlled by MapInput. */
export interface HandledMap {
  readonly camera: Camera;
  readonly size: Size;
  look(camera: Camera): void;
  /** Selects the position at a point. */
  pick(point: PixelPoint): void;
}

/** Maximum movement of a click in pixels; beyond it, the pointer drags. */
const STILL = 4;

/** Pixels that an arrow key moves the map; with Shift a tenth of it. */
const KEY_STEP = 80;

/** Zoom factor of a key or a button. */
export const KEY_ZOOM = 2;

/** Handles mouse, touch, wheel and keyboard on a map: drag to move, wheel or pinch to zoom, click to select. */
export class MapInput {
  readonly #map: HandledMap;
  /** Positions of the pressed pointers, by pointer id. */
  readonly #down = new Map<number, PixelPoint>();
  #start: PixelPoint | undefined;
  #still = false;

  constructor(map: HandledMap) {
    this.#map = map;
  }

  /** Handles `pointerdown`. */
  press(event: PointerEvent): void {
    if (event.button !== 0) return;
    if (event.target instanceof Element) event.target.setPointerCapture(event.pointerId);
    const point = spotIn(event);
    this.#down.set(event.pointerId, point);
    this.#still = this.#down.size === 1;
    this.#start = point;
  }

  /** Handles `pointermove`: one pressed pointer drags the map, two pinch it. */
  move(event: PointerEvent): void {
    const before = this.#down.get(event.pointerId);
    if (!before) return;
    const now = spotIn(event);
    if (this.#still && this.#start && distance(this.#start, now) <= STILL) return;
    this.#still = false;
    const { camera, size } = this.#map;
    this.#down.set(event.pointerId, now);
    const other = [...this.#down].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) {
      this.#map.look(panned(camera, size, before.x - now.x, before.y - now.y));
      return;
    }
    // Keeps the position between the fingers in place.
    const [from, to] = [between(before, other), between(now, other)];
    const moved = panned(camera, size, from.x - to.x, from.y - to.y);
    const factor = distance(now, other) / Math.max(1, distance(before, other));
    this.#map.look(zoomed(moved, size, factor, to));
  }

  /** Handles the end of a pointer: one that did not move selects a position. */
  release(event: PointerEvent): void {
    if (!this.#down.delete(event.pointerId)) return;
    if (this.#still && event.type === 'pointerup') this.#map.pick(this.#start ?? spotIn(event));
    this.#still = false;
  }

  /** Zooms at the pointer; a touchpad pinch arrives as a wheel event with Ctrl. */
  wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const speed = event.ctrlKey ? 0.01 : 0.002;
    const factor = Math.min(4, Math.max(0.25, Math.exp(-event.deltaY * lines * speed)));
    const { camera, size } = this.#map;
    this.#map.look(zoomed(camera, size, factor, spotIn(event)));
  }

  /** Handles keys: arrows move, plus and minus zoom, Home shows the world, Enter and Space select the center. */
  key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { camera, size } = this.#map;
    const step = event.shiftKey ? KEY_STEP / 10 : KEY_STEP;
    const acts: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => this.#map.look(panned(camera, size, -step, 0)),
      ArrowRight: () => this.#map.look(panned(camera, size, step, 0)),
      ArrowUp: () => this.#map.look(panned(camera, size, 0, -step)),
      ArrowDown: () => this.#map.look(panned(camera, size, 0, step)),
      '+': () => this.#map.look(zoomed(camera, size, KEY_ZOOM)),
      '=': () => this.#map.look(zoomed(camera, size, KEY_ZOOM)),
      '-': () => this.#map.look(zoomed(camera, size, 1 / KEY_ZOOM)),
      Home: () => this.#map.look({ ...camera, worldPixels: 0 }),
      Enter: () => this.#map.pick({ x: size.width / 2, y: size.height / 2 }),
      ' ': () => this.#map.pick({ x: size.width / 2, y: size.height / 2 }),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

function spotIn({ offsetX, offsetY }: MouseEvent): PixelPoint {
  return { x: offsetX, y: offsetY };
}

function between(one: PixelPoint, other: PixelPoint): PixelPoint {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

function distance(one: PixelPoint, other: PixelPoint): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
