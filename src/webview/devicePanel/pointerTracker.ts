import type { DeviceGesture, DevicePoint } from '../../flow/record/deviceGesture.ts';
import { toGesture } from './touch.ts';

/** The path of a pointer on the screen of a device so far. */
export interface PointerPath {
  readonly from: DevicePoint;
  readonly to: DevicePoint;
  /** Greatest distance from the touch-down point, in CSS pixels. */
  readonly reach: number;
}

/** The properties of a PointerEvent that the tracker uses. */
interface Pointed {
  readonly pointerId: number;
  readonly clientX: number;
  readonly clientY: number;
  readonly timeStamp: number;
}

/** Follows one pointer on the screen of a device from down to up. */
export class PointerTracker {
  #down: Pointed | undefined;
  #path: PointerPath | undefined;

  /** Undefined while no pointer is down. */
  get path(): PointerPath | undefined {
    return this.#path;
  }

  press({ pointerId, clientX, clientY, timeStamp }: Pointed, at: DevicePoint): void {
    this.#down = { pointerId, clientX, clientY, timeStamp };
    this.#path = { from: at, to: at, reach: 0 };
  }

  /** Continues the path; returns false for another pointer. */
  move({ pointerId, clientX, clientY }: Pointed, to: DevicePoint): boolean {
    if (!this.#path || this.#down?.pointerId !== pointerId) return false;
    const reach = Math.hypot(clientX - this.#down.clientX, clientY - this.#down.clientY);
    this.#path = { ...this.#path, to, reach: Math.max(this.#path.reach, reach) };
    return true;
  }

  /** Ends the path; returns its gesture, or undefined for another pointer. */
  release({ pointerId, timeStamp }: Pointed, stealth: boolean): DeviceGesture | undefined {
    const [down, path] = [this.#down, this.#path];
    if (!path || down?.pointerId !== pointerId) return undefined;
    this.cancel();
    return toGesture({ ...path, ms: timeStamp - down.timeStamp }, stealth);
  }

  /** Discards the path. */
  cancel(): void {
    this.#down = undefined;
    this.#path = undefined;
  }
}
