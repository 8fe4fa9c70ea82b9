import type { DevicePoint } from '../../flow/record/deviceGesture.ts';

/** Pause after which the wheel counts as stopped, in milliseconds. */
const PAUSE_MS = 140;

/** Line height for wheel events in lines, in CSS pixels. */
const LINE_PX = 40;

/** Adds up wheel events until the wheel stops, so that one swipe scrolls by all of them. */
export class Wheel {
  readonly #rested: (at: DevicePoint, by: DevicePoint) => void;
  #at: DevicePoint | undefined;
  #by: DevicePoint = { x: 0, y: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `rested` receives the start position and the total distance, in CSS pixels. */
  constructor(rested: (at: DevicePoint, by: DevicePoint) => void) {
    this.#rested = rested;
  }

  /** Adds a wheel event; `page` is the page height in CSS pixels, for events in pages. */
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
