import { ZOOMS } from './zoom.ts';

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** The properties of a PointerEvent that a pinch uses. */
interface Touch {
  readonly pointerId: number;
  readonly pointerType: string;
  readonly clientX: number;
  readonly clientY: number;
}

/** Converts a two-finger pinch to a zoom between the smallest and the largest of ZOOMS. */
export class Pinch {
  readonly #down = new Map<number, Spot>();
  #begun: { readonly apart: number; readonly zoom: number } | undefined;

  /** Adds a finger at the current zoom; returns true if it belongs to a pinch. */
  press({ pointerId, pointerType, clientX: x, clientY: y }: Touch, zoom: number): boolean {
    if (pointerType !== 'touch') return false;
    this.#down.set(pointerId, { x, y });
    if (this.#down.size !== 2) return this.#begun !== undefined;
    this.#begun = { apart: this.#apart, zoom };
    return true;
  }

  /** Moves a finger; returns the zoom while two fingers pinch. */
  move({ pointerId, clientX: x, clientY: y }: Touch): number | undefined {
    if (!this.#down.has(pointerId)) return undefined;
    this.#down.set(pointerId, { x, y });
    if (!this.#begun || this.#down.size < 2) return undefined;
    const zoom = (this.#begun.zoom * this.#apart) / this.#begun.apart;
    return Math.min(Math.max(zoom, ZOOMS[0] ?? zoom), ZOOMS.at(-1) ?? zoom);
  }

  /** Removes a finger; the remaining one has no effect. */
  release({ pointerId }: Touch): void {
    this.#down.delete(pointerId);
    if (this.#down.size === 0) this.#begun = undefined;
  }

  get #apart(): number {
    const [one, other] = [...this.#down.values()];
    return one && other ? Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)) : 1;
  }
}
