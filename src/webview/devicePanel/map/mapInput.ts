import type { Size } from '../../../util/pngSize.ts';
import { type Camera, pan, type PixelPoint } from './camera.ts';

/** A map controlled by MapInput. */
export interface ControlledMap {
  readonly camera: Camera;
  readonly size: Size;
  moveTo(camera: Camera): void;
  /** Zooms a view by a factor as far as there is something to draw; the position at a point stays in place. */
  zoom(camera: Camera, factor: number, at?: PixelPoint): void;
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
  readonly #map: ControlledMap;
  /** Positions of the pressed pointers, by pointer id. */
  readonly #down = new Map<number, PixelPoint>();
  #start: PixelPoint | undefined;
  #isStill = false;

  constructor(map: ControlledMap) {
    this.#map = map;
  }

  /** Handles `pointerdown`. */
  press(event: PointerEvent): void {
    if (event.button !== 0) return;
    if (event.target instanceof Element) event.target.setPointerCapture(event.pointerId);
    const point = pointOf(event);
    this.#down.set(event.pointerId, point);
    this.#isStill = this.#down.size === 1;
    this.#start = point;
  }

  /** Handles `pointermove`: one pressed pointer drags the map, two pinch it. */
  move(event: PointerEvent): void {
    const before = this.#down.get(event.pointerId);
    if (!before) return;
    const now = pointOf(event);
    if (this.#isStill && this.#start && distance(this.#start, now) <= STILL) return;
    this.#isStill = false;
    const { camera, size } = this.#map;
    this.#down.set(event.pointerId, now);
    const other = [...this.#down].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) {
      this.#map.moveTo(pan(camera, size, before.x - now.x, before.y - now.y));
      return;
    }
    // Keeps the position between the fingers in place.
    const [from, to] = [midpoint(before, other), midpoint(now, other)];
    const moved = pan(camera, size, from.x - to.x, from.y - to.y);
    const factor = distance(now, other) / Math.max(1, distance(before, other));
    this.#map.zoom(moved, factor, to);
  }

  /** Handles the end of a pointer: one that did not move selects a position. */
  release(event: PointerEvent): void {
    if (!this.#down.delete(event.pointerId)) return;
    if (this.#isStill && event.type === 'pointerup') this.#map.pick(this.#start ?? pointOf(event));
    this.#isStill = false;
  }

  /** Zooms at the pointer; a touchpad pinch arrives as a wheel event with Ctrl. */
  wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const speed = event.ctrlKey ? 0.01 : 0.002;
    const factor = Math.min(4, Math.max(0.25, Math.exp(-event.deltaY * lines * speed)));
    this.#map.zoom(this.#map.camera, factor, pointOf(event));
  }

  /** Handles keys: arrows move, plus and minus zoom, Home shows the world, Enter and Space select the center. */
  key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { camera, size } = this.#map;
    const step = event.shiftKey ? KEY_STEP / 10 : KEY_STEP;
    const actions: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => this.#map.moveTo(pan(camera, size, -step, 0)),
      ArrowRight: () => this.#map.moveTo(pan(camera, size, step, 0)),
      ArrowUp: () => this.#map.moveTo(pan(camera, size, 0, -step)),
      ArrowDown: () => this.#map.moveTo(pan(camera, size, 0, step)),
      '+': () => this.#map.zoom(camera, KEY_ZOOM),
      '=': () => this.#map.zoom(camera, KEY_ZOOM),
      '-': () => this.#map.zoom(camera, 1 / KEY_ZOOM),
      Home: () => this.#map.moveTo({ ...camera, worldPixels: 0 }),
      Enter: () => this.#map.pick({ x: size.width / 2, y: size.height / 2 }),
      ' ': () => this.#map.pick({ x: size.width / 2, y: size.height / 2 }),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}

function pointOf({ offsetX, offsetY }: MouseEvent): PixelPoint {
  return { x: offsetX, y: offsetY };
}

function midpoint(first: PixelPoint, second: PixelPoint): PixelPoint {
  return { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 };
}

function distance(first: PixelPoint, second: PixelPoint): number {
  return Math.hypot(first.x - second.x, first.y - second.y);
}
