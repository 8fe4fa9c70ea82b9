import type { DeviceGesture, DevicePoint } from '../../flow/record/deviceGesture.ts';
import { ZOOMS } from './screenMap.ts';

/** A pointer that moved less than this, in CSS pixels, counts as still. */
const SLOP_PX = 6;

/** Minimum duration of a long press, in milliseconds. */
const LONG_MS = 500;

/** Minimum duration of a swipe, in milliseconds (wire facts 9). */
const LEAST_MS = 10;

/** The trace of a gesture on the screen; `number` differs for each gesture. */
export interface Touch {
  readonly number: number;
  readonly from: DevicePoint;
  readonly to: DevicePoint;
}

/** Returns the trace of a gesture; undefined for one that is not made on the screen. */
export function touchOf(gesture: DeviceGesture, number: number): Touch | undefined {
  if (gesture.kind === 'tap') return { number, from: gesture.at, to: gesture.at };
  return gesture.kind === 'swipe' ? { number, from: gesture.from, to: gesture.to } : undefined;
}

/** The path of a pointer from down to up: device coordinates, reach and duration. */
interface Trace {
  readonly from: DevicePoint;
  readonly to: DevicePoint;
  /** Greatest distance from the touch-down point, in CSS pixels. */
  readonly reach: number;
  /** In milliseconds. */
  readonly ms: number;
}

/** Converts a trace to a tap, a long press, or a swipe with its real start, end and duration. */
export function toGesture({ from, to, reach, ms }: Trace, stealth: boolean): DeviceGesture {
  const duration = Math.max(LEAST_MS, Math.round(ms));
  if (reach >= SLOP_PX) return { kind: 'swipe', from, to, duration, stealth };
  return ms < LONG_MS
    ? { kind: 'tap', at: from, stealth }
    : { kind: 'swipe', from, to: from, duration, stealth };
}

/** The properties of a PointerEvent that a pinch uses. */
interface Finger {
  readonly pointerId: number;
  readonly pointerType: string;
  readonly clientX: number;
  readonly clientY: number;
}

/** Converts a two-finger pinch to a zoom between the smallest and the largest of ZOOMS. */
export class Pinch {
  readonly #down = new Map<number, DevicePoint>();
  #start: { readonly distance: number; readonly zoom: number } | undefined;

  /** Adds a finger at the current zoom; returns true if it belongs to a pinch. */
  press({ pointerId, pointerType, clientX: x, clientY: y }: Finger, zoom: number): boolean {
    if (pointerType !== 'touch') return false;
    this.#down.set(pointerId, { x, y });
    if (this.#down.size !== 2) return this.#start !== undefined;
    this.#start = { distance: this.#distance, zoom };
    return true;
  }

  /** Moves a finger; returns the zoom while two fingers pinch. */
  move({ pointerId, clientX: x, clientY: y }: Finger): number | undefined {
    if (!this.#down.has(pointerId)) return undefined;
    this.#down.set(pointerId, { x, y });
    if (!this.#start || this.#down.size < 2) return undefined;
    const zoom = (this.#start.zoom * this.#distance) / this.#start.distance;
    return Math.min(Math.max(zoom, ZOOMS[0] ?? zoom), ZOOMS.at(-1) ?? zoom);
  }

  /** Removes a finger; the remaining one has no effect. */
  release({ pointerId }: Finger): void {
    this.#down.delete(pointerId);
    if (this.#down.size === 0) this.#start = undefined;
  }

  get #distance(): number {
    const [first, second] = [...this.#down.values()];
    return first && second ? Math.max(1, Math.hypot(first.x - second.x, first.y - second.y)) : 1;
  }
}
