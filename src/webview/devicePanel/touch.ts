import type { DeviceGesture, DevicePoint } from '../../flow/record/deviceGesture.ts';

/** A finger that moved less far on the page than this has stayed where it was, in pixels of the page. */
const SLOP_PX = 6;

/** A finger that stayed at least this long presses long, in milliseconds. */
const LONG_MS = 500;

/** Shortest swipe, in milliseconds (wire facts 9). */
const LEAST_MS = 10;

/** A finger from touch-down to lift: where on the device, how far on the page and for how long. */
export interface Trace {
  readonly from: DevicePoint;
  readonly to: DevicePoint;
  /** Farthest distance from where it touched down, in pixels of the page. */
  readonly reach: number;
  /** In milliseconds. */
  readonly ms: number;
}

/** What a finger did: a tap, a long press, or a swipe with its real start, end and duration. */
export function gestureOf({ from, to, reach, ms }: Trace, stealth: boolean): DeviceGesture {
  const duration = Math.max(LEAST_MS, Math.round(ms));
  if (reach >= SLOP_PX) return { kind: 'swipe', from, to, duration, stealth };
  return ms < LONG_MS
    ? { kind: 'tap', at: from, stealth }
    : { kind: 'swipe', from, to: from, duration, stealth };
}
