import { type Camera, panned, type Size, type Spot, zoomed } from './camera.ts';

/** The map that hands move. */
export interface HandledMap {
  readonly camera: Camera;
  readonly size: Size;
  look(camera: Camera): void;
  /** The person means this place. */
  pick(spot: Spot): void;
}

/** A pointer that goes no further than this, in pixels, has clicked and not dragged. */
const STILL = 4;

/** A key moves the map by this, and with the shift key by a tenth of it, in pixels. */
const KEY_STEP = 80;

/** How much closer a key or a button looks. */
export const KEY_ZOOM = 2;

/** Mouse, fingers, wheel and keys on a map: drag to move, wheel or pinch to look closer, click to pick. */
export class MapHands {
  readonly #map: HandledMap;
  /** Where the pointers are that are down, by their numbers. */
  readonly #down = new Map<number, Spot>();
  #start: Spot | undefined;
  #still = false;

  constructor(map: HandledMap) {
    this.#map = map;
  }

  /** A pointer comes down on the map. */
  press(event: PointerEvent): void {
    if (event.button !== 0) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    const spot = spotIn(event);
    this.#down.set(event.pointerId, spot);
    this.#still = this.#down.size === 1;
    this.#start = spot;
  }

  /** A pointer moves: one that is down drags the map, two pinch it. */
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
    // What was between the fingers stays between them.
    const [from, to] = [between(before, other), between(now, other)];
    const moved = panned(camera, size, from.x - to.x, from.y - to.y);
    const factor = distance(now, other) / Math.max(1, distance(before, other));
    this.#map.look(zoomed(moved, size, factor, to));
  }

  /** A pointer goes up: one that did not move has picked. */
  release(event: PointerEvent): void {
    if (!this.#down.delete(event.pointerId)) return;
    if (this.#still && event.type === 'pointerup') this.#map.pick(this.#start ?? spotIn(event));
    this.#still = false;
  }

  /** The wheel looks closer where the pointer is; a pinch on a touchpad comes as a wheel with the control key. */
  wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const speed = event.ctrlKey ? 0.01 : 0.002;
    const factor = Math.min(4, Math.max(0.25, Math.exp(-event.deltaY * lines * speed)));
    const { camera, size } = this.#map;
    this.#map.look(zoomed(camera, size, factor, spotIn(event)));
  }

  /** Arrows move, plus and minus look closer and further, Enter and Space pick the middle. */
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

function spotIn({ offsetX, offsetY }: MouseEvent): Spot {
  return { x: offsetX, y: offsetY };
}

function between(one: Spot, other: Spot): Spot {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

function distance(one: Spot, other: Spot): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
