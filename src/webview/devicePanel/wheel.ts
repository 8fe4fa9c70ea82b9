import type { DevicePoint } from '../../flow/record/deviceGesture.ts';

/** A pause after which a wheel has come to rest, in milliseconds. */
const PAUSE_MS = 140;

/** Height of a line for wheels that count in lines, in pixels of the page. */
const LINE_PX = 40;

/** Gathers the turns of a wheel until it rests, so that one swipe scrolls by all of them. */
export class Wheel {
  readonly #rested: (at: DevicePoint, by: DevicePoint) => void;
  #at: DevicePoint | undefined;
  #by: DevicePoint = { x: 0, y: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `rested` hears where the wheel began and how far it went, both in pixels of the page. */
  constructor(rested: (at: DevicePoint, by: DevicePoint) => void) {
    this.#rested = rested;
  }

  /** Adds a turn; `page` is the height that a wheel means that counts in pages. */
  turn(
    event: Pick<WheelEvent, 'clientX' | 'clientY' | 'deltaX' | 'deltaY' | 'deltaMode'>,
    page: number,
  ): void {
    const unit = event.deltaMode === 0 ? 1 : event.deltaMode === 1 ? LINE_PX : page;
    this.#at ??= { x: event.clientX, y: event.clientY };
    this.#by = { x: this.#by.x + event.deltaX * unit, y: this.#by.y + event.deltaY * unit };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#rest(), PAUSE_MS);
  }

  #rest(): void {
    const at = this.#at;
    const by = this.#by;
    this.#at = undefined;
    this.#by = { x: 0, y: 0 };
    if (at) this.#rested(at, by);
  }
}
