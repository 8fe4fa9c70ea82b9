import { ZOOMS } from './zoom.ts';

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A finger, in the words of a PointerEvent. */
interface Touch {
  readonly pointerId: number;
  readonly pointerType: string;
  readonly clientX: number;
  readonly clientY: number;
}

/** Two fingers that zoom: as far as they go apart or together, within the zooms to choose from. */
export class Pinch {
  readonly #down = new Map<number, Spot>();
  #begun: { readonly apart: number; readonly zoom: number } | undefined;

  /** A finger comes down while the picture is shown at a zoom; whether it is the second, so that both pinch. */
  press({ pointerId, pointerType, clientX: x, clientY: y }: Touch, zoom: number): boolean {
    if (pointerType !== 'touch') return false;
    this.#down.set(pointerId, { x, y });
    if (this.#down.size !== 2) return this.#begun !== undefined;
    this.#begun = { apart: this.#apart, zoom };
    return true;
  }

  /** A finger moves; the zoom that it means while two pinch. */
  move({ pointerId, clientX: x, clientY: y }: Touch): number | undefined {
    if (!this.#down.has(pointerId)) return undefined;
    this.#down.set(pointerId, { x, y });
    if (!this.#begun || this.#down.size < 2) return undefined;
    const zoom = (this.#begun.zoom * this.#apart) / this.#begun.apart;
    return Math.min(Math.max(zoom, ZOOMS[0] ?? zoom), ZOOMS.at(-1) ?? zoom);
  }

  /** A finger lifts or is lost; the other one does nothing any more. */
  release({ pointerId }: Touch): void {
    this.#down.delete(pointerId);
    if (this.#down.size === 0) this.#begun = undefined;
  }

  get #apart(): number {
    const [one, other] = [...this.#down.values()];
    return one && other ? Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)) : 1;
  }
}
