import type { DeviceGesture, DevicePoint } from '../../flow/record/deviceGesture.ts';

/** A pointer that moved less than this, in CSS pixels, counts as still. */
const SLOP_PX = 6;

/** Minimum duration of a long press, in milliseconds. */
const LONG_MS = 500;

/** Minimum duration of a swipe, in milliseconds (wire facts 9). */
const LEAST_MS = 10;

/** The path of a pointer from down to up: device coordinates, reach and duration. */
export interface Trace {
  readonly from: DevicePoint;
  readonly to: DevicePoint;
  /** Greatest distance from the touch-down point, in CSS pixels. */
  readonly reach: number;
  /** In milliseconds. */
  readonly ms: number;
}

/** Converts a trace to a tap, a long press, or a swipe with its real start, end and duration. */
export function gestureOf({ from, to, reach, ms }: Trace, stealth: boolean): DeviceGesture {
  const duration = Math.max(LEAST_MS, Math.round(ms));
  if (reach >= SLOP_PX) return { kind: 'swipe', from, to, duration, stealth };
  return ms < LONG_MS
    ? { kind: 'tap', at: from, stealth }
    : { kind: 'swipe', from, to: from, duration, stealth };
}
