import type { DevicePoint } from './record/deviceGesture.ts';
import type { Random } from '../util/random.ts';

/** Farthest shifts of the points of a stealth swipe, in pixels (spec 4.9). */
export const SHIFT_PX = { start: 5, end: 15 } as const;
/** Largest change of a stealth swipe's duration, as a share of it (spec 4.9). */
export const DURATION_JITTER = 0.1;
/** A stealth swipe that covers less is a long press, in pixels (spec 4.9). */
export const LONG_PRESS_PX = 5;

/** The size of a display in pixels. */
interface Display {
  readonly width: number;
  readonly height: number;
}

/** What a stealth swipe may become (spec 4.9). */
export interface StealthRange {
  /** Whether it covers so little that it becomes a long press with slight drift. */
  readonly longPress: boolean;
  /** Shortest and longest duration, in whole milliseconds. */
  readonly least: number;
  readonly most: number;
}

/** What a stealth swipe between two points may become (spec 4.9). */
export function stealthRange(from: DevicePoint, to: DevicePoint, duration: number): StealthRange {
  return {
    longPress: Math.hypot(to.x - from.x, to.y - from.y) < LONG_PRESS_PX,
    // Rounding must not leave the band, which may hold no whole number.
    least: Math.min(duration, Math.ceil(duration * (1 - DURATION_JITTER))),
    most: Math.max(duration, Math.floor(duration * (1 + DURATION_JITTER))),
  };
}

/**
 * A point moved at random by at most so many pixels, never off the display. The specification names the distance
 * only; that every place of the circle is as likely is an assumption.
 */
export function shifted(point: DevicePoint, most: number, display: Display, random: Random): DevicePoint {
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
