import type { Swipe } from '../../../contract/records/gesture.ts';
import { clamp, type Point, type TimedPoint } from '../../phone/geometry.ts';
import type { Display } from '../../phone/state.ts';
import { DURATION_JITTER, LONG_PRESS_PX, SHIFT_PX, shifted } from '../../../flow/record/stealth.ts';
import type { Random } from '../../../util/random.ts';

/** The maximum drift of a finger during a long press, in pixels. */
const DRIFT_PX = 2;
/** The maximum tremor along a path, in pixels. */
const TREMOR_PX = 1.5;
/** The minimum and maximum bend of a path, to either side, as a fraction of its length. */
const BEND = { min: 0.02, max: 0.08 } as const;
/** The time between two points of a path in milliseconds, and the maximum number of steps. */
const STEP_MS = 16;
const MOST_POINTS = 120;

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
 * Returns the path of a stealth swipe (spec 4.9): points shifted, duration varied, a long press if it covers less than
 * 5 pixels. `human` yields a curve with tremor that starts and ends slowly, otherwise the line is straight.
 */
export function planStealthSwipe(swipe: Swipe, display: Display, human: boolean, random: Random): SwipePath {
  const asked = Math.hypot(swipe.endX - swipe.startX, swipe.endY - swipe.startY);
  const durationMs = varyDuration(swipe.duration, random);
  const start = shifted({ x: swipe.startX, y: swipe.startY }, SHIFT_PX.start, display, random);
  if (asked < LONG_PRESS_PX) {
    const end = shifted(start, DRIFT_PX, display, random);
    const path = sampleTimes(durationMs).map(ms => ({ ...interpolate(start, end, ms / durationMs), ms }));
    return { kind: 'longPress', durationMs, path };
  }
  const end = shifted({ x: swipe.endX, y: swipe.endY }, SHIFT_PX.end, display, random);
  const bend = human ? chooseBend(random) : 0;
  const path = sampleTimes(durationMs).map(ms => {
    const along = human ? easeInOut(ms / durationMs) : ms / durationMs;
    const tremor = human && ms > 0 && ms < durationMs ? TREMOR_PX : 0;
    return { ...pointOnCurve(start, end, bend, along, tremor, display, random), ms };
  });
  return { kind: 'swipe', durationMs, path };
}

// Rounds without leaving the allowed range.
function varyDuration(duration: number, random: Random): number {
  const [least, most] = [duration * (1 - DURATION_JITTER), duration * (1 + DURATION_JITTER)];
  return clamp(Math.round(least + (most - least) * random()), Math.ceil(least), Math.floor(most));
}

function chooseBend(random: Random): number {
  const side = random() < 0.5 ? -1 : 1;
  return side * (BEND.min + (BEND.max - BEND.min) * random());
}

function pointOnCurve(
  start: Point,
  end: Point,
  bend: number,
  along: number,
  tremor: number,
  display: Display,
  random: Random,
): Point {
  const { x, y } = interpolate(start, end, along);
  // The curve deviates most at its middle, at right angles to the line.
  const out = bend * 4 * along * (1 - along);
  return clampToDisplay(
    {
      x: x - (end.y - start.y) * out + randomOffset(random) * tremor,
      y: y + (end.x - start.x) * out + randomOffset(random) * tremor,
    },
    display,
  );
}

function interpolate(start: Point, end: Point, along: number): Point {
  return { x: start.x + (end.x - start.x) * along, y: start.y + (end.y - start.y) * along };
}

// A minimum-jerk profile, as in human movements.
function easeInOut(along: number): number {
  return along ** 3 * (10 - 15 * along + 6 * along ** 2);
}

function sampleTimes(duration: number): number[] {
  const steps = clamp(Math.ceil(duration / STEP_MS), 1, MOST_POINTS);
  return Array.from({ length: steps + 1 }, (_, step) => Math.round((duration * step) / steps));
}

function clampToDisplay({ x, y }: Point, { width, height }: Display): Point {
  return { x: clamp(x, 0, width - 1), y: clamp(y, 0, height - 1) };
}

function randomOffset(random: Random): number {
  return random() * 2 - 1;
}
