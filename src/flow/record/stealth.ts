import type { DevicePoint } from './deviceGesture.ts';
import type { Size } from '../../util/pngSize.ts';
import type { Random } from '../../util/random.ts';

/** The largest random displacement of the start and end of a stealth swipe, in pixels (spec 4.9). */
export const SHIFT_PX = { start: 5, end: 15 } as const;
/** The largest relative change of the duration of a stealth swipe (spec 4.9). */
export const DURATION_JITTER = 0.1;
/** A stealth swipe shorter than this many pixels becomes a long press (spec 4.9). */
export const LONG_PRESS_PX = 5;

/** The possible outcomes of a stealth swipe (spec 4.9). */
interface StealthRange {
  /** True if the swipe is so short that it becomes a long press with slight drift. */
  readonly longPress: boolean;
  /** The shortest and longest duration, in whole milliseconds. */
  readonly least: number;
  readonly most: number;
}

/** Returns the possible outcomes of a stealth swipe between two points; `duration` is in milliseconds (spec 4.9). */
export function stealthRange(from: DevicePoint, to: DevicePoint, duration: number): StealthRange {
  return {
    longPress: Math.hypot(to.x - from.x, to.y - from.y) < LONG_PRESS_PX,
    // Rounding must not leave the range, which may contain no whole number.
    least: Math.min(duration, Math.ceil(duration * (1 - DURATION_JITTER))),
    most: Math.max(duration, Math.floor(duration * (1 + DURATION_JITTER))),
  };
}

/**
 * Moves a point randomly by at most `most` pixels, within the display. The specification states only the distance; the
 * uniform distribution over the circle is an assumption.
 */
export function shiftRandomly(point: DevicePoint, most: number, display: Size, random: Random): DevicePoint {
  const distance = most * Math.sqrt(random());
  const angle = 2 * Math.PI * random();
  return {
    x: within(point.x + distance * Math.cos(angle), display.width),
    y: within(point.y + distance * Math.sin(angle), display.height),
  };
}

function within(value: number, pixels: number): number {
  return Math.min(Math.max(value, 0), pixels - 1);
}
