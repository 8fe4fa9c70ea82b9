import type { Swipe } from '../../../contract/records/gesture.ts';
import { clamp, type Point, type TimedPoint } from '../../phone/geometry.ts';
import type { Display } from '../../phone/state.ts';
import { DURATION_JITTER, LONG_PRESS_PX, SHIFT_PX, shiftRandomly } from '../../../flow/record/stealth.ts';
import type { Random } from '../../../util/random.ts';

/** The maximum drift of a finger during a long press, in pixels. */
const DRIFT_PX = 2;
/** The maximum tremor along a path, in pixels. */
const TREMOR_PX = 1.5;
/** The minimum and maximum bend of a path, to either side, as a fraction of its length. */
const BEND = { min: 0.02, max: 0.08 } as const;
/** The time between two points of a path, in milliseconds. */
const STEP_MS = 16;
/** The maximum number of steps of a path. */
const MAX_STEPS = 120;

/** The actual movement of a finger. */
export interface SwipePath {
  readonly kind: 'swipe' | 'longPress';
  readonly durationMs: number;
  /** The points from touchdown to lift, in display pixels. */
  readonly path: readonly TimedPoint[];
}

/** Returns the path of a swipe without stealth: a straight line at constant speed. */
export function planSwipe({ startX, startY, endX, endY, duration }: Swipe): SwipePath {
  const start = { x: startX, y: startY };
  const end = { x: endX, y: endY };
  const path = sampleTimes(duration).map(ms => ({ ...interpolate(start, end, ms / duration), ms }));
  return { kind: 'swipe', durationMs: duration, path };
}

/**
 * Returns the path of a stealth swipe (spec 4.9): points shifted, duration varied. A swipe of less than 5 pixels becomes a
 * long press. If `isHuman`, the finger starts and ends slowly and follows a curve with tremor, otherwise a straight line.
 */
export function planStealthSwipe(
  swipe: Swipe,
  display: Display,
  isHuman: boolean,
  random: Random,
): SwipePath {
  const distance = Math.hypot(swipe.endX - swipe.startX, swipe.endY - swipe.startY);
  const durationMs = varyDuration(swipe.duration, random);
  const start = shiftRandomly({ x: swipe.startX, y: swipe.startY }, SHIFT_PX.start, display, random);
  if (distance < LONG_PRESS_PX) {
    const end = shiftRandomly(start, DRIFT_PX, display, random);
    const path = sampleTimes(durationMs).map(ms => ({ ...interpolate(start, end, ms / durationMs), ms }));
    return { kind: 'longPress', durationMs, path };
  }
  const end = shiftRandomly({ x: swipe.endX, y: swipe.endY }, SHIFT_PX.end, display, random);
  const bend = isHuman ? chooseBend(random) : 0;
  const path = sampleTimes(durationMs).map(ms => {
    const fraction = isHuman ? easeInOut(ms / durationMs) : ms / durationMs;
    const tremor = isHuman && ms > 0 && ms < durationMs ? TREMOR_PX : 0;
    return { ...pointOnCurve(start, end, bend, fraction, tremor, display, random), ms };
  });
  return { kind: 'swipe', durationMs, path };
}

// Rounds without leaving the allowed range.
function varyDuration(duration: number, random: Random): number {
  const [min, max] = [duration * (1 - DURATION_JITTER), duration * (1 + DURATION_JITTER)];
  return clamp(Math.round(min + (max - min) * random()), Math.ceil(min), Math.floor(max));
}

function chooseBend(random: Random): number {
  const side = random() < 0.5 ? -1 : 1;
  return side * (BEND.min + (BEND.max - BEND.min) * random());
}

function pointOnCurve(
  start: Point,
  end: Point,
  bend: number,
  fraction: number,
  tremor: number,
  display: Display,
  random: Random,
): Point {
  const { x, y } = interpolate(start, end, fraction);
  // The curve deviates most at its middle, at right angles to the line.
  const deviation = bend * 4 * fraction * (1 - fraction);
  return clampToDisplay(
    {
      x: x - (end.y - start.y) * deviation + randomOffset(random) * tremor,
      y: y + (end.x - start.x) * deviation + randomOffset(random) * tremor,
    },
    display,
  );
}

function interpolate(start: Point, end: Point, fraction: number): Point {
  return { x: start.x + (end.x - start.x) * fraction, y: start.y + (end.y - start.y) * fraction };
}

// A minimum-jerk profile, as in human movements.
function easeInOut(fraction: number): number {
  return fraction ** 3 * (10 - 15 * fraction + 6 * fraction ** 2);
}

function sampleTimes(duration: number): number[] {
  const steps = clamp(Math.ceil(duration / STEP_MS), 1, MAX_STEPS);
  return Array.from({ length: steps + 1 }, (_, step) => Math.round((duration * step) / steps));
}

function clampToDisplay({ x, y }: Point, { width, height }: Display): Point {
  return { x: clamp(x, 0, width - 1), y: clamp(y, 0, height - 1) };
}

function randomOffset(random: Random): number {
  return random() * 2 - 1;
}
