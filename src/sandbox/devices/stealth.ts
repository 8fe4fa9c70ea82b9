import type { Swipe } from '../../contract/records/gesture.ts';
import { clamp, type Point, type TimedPoint } from '../phone/geometry.ts';
import type { Display } from '../phone/state.ts';
import { DURATION_JITTER, LONG_PRESS_PX, SHIFT_PX, shifted } from '../../flow/stealth.ts';
import type { Random } from '../../util/random.ts';

/** Drift of a finger that presses long, in pixels. */
const DRIFT_PX = 2;
/** Unsteadiness of a hand along its path, in pixels. */
const TREMOR_PX = 1.5;
/** Least and greatest bend of a hand's path, to either side, as a share of its length. */
const BEND = { min: 0.02, max: 0.08 } as const;
/** Time between two points of a path, in milliseconds, and how many points there are at most. */
const STEP_MS = 16;
const MOST_POINTS = 120;

/** A swipe as the finger carries it out. */
export interface SwipePath {
  readonly kind: 'swipe' | 'longPress';
  readonly durationMs: number;
  /** From touch-down to lift, in pixels of the display. */
  readonly path: readonly TimedPoint[];
}

/** A swipe as it was asked for: a straight line at an even pace. */
export function plainSwipe({ startX, startY, endX, endY, duration }: Swipe): SwipePath {
  const start = { x: startX, y: startY };
  const end = { x: endX, y: endY };
  const path = times(duration).map(ms => ({ ...between(start, end, ms / duration), ms }));
  return { kind: 'swipe', durationMs: duration, path };
}

/**
 * A swipe with stealth (spec 4.9): points shifted, duration varied, a long press where it covers under 5 pixels.
 * `human` traces a curve with tremor that begins and ends slowly; other devices draw a straight line.
 */
export function stealthSwipe(swipe: Swipe, display: Display, human: boolean, random: Random): SwipePath {
  const asked = Math.hypot(swipe.endX - swipe.startX, swipe.endY - swipe.startY);
  const durationMs = jittered(swipe.duration, random);
  const start = shifted({ x: swipe.startX, y: swipe.startY }, SHIFT_PX.start, display, random);
  if (asked < LONG_PRESS_PX) {
    const end = shifted(start, DRIFT_PX, display, random);
    const path = times(durationMs).map(ms => ({ ...between(start, end, ms / durationMs), ms }));
    return { kind: 'longPress', durationMs, path };
  }
  const end = shifted({ x: swipe.endX, y: swipe.endY }, SHIFT_PX.end, display, random);
  const bend = human ? bendOf(random) : 0;
  const path = times(durationMs).map(ms => {
    const along = human ? eased(ms / durationMs) : ms / durationMs;
    const tremor = human && ms > 0 && ms < durationMs ? TREMOR_PX : 0;
    return { ...onCurve(start, end, bend, along, tremor, display, random), ms };
  });
  return { kind: 'swipe', durationMs, path };
}

// Rounding must not leave the band.
function jittered(duration: number, random: Random): number {
  const [least, most] = [duration * (1 - DURATION_JITTER), duration * (1 + DURATION_JITTER)];
  return clamp(Math.round(least + (most - least) * random()), Math.ceil(least), Math.floor(most));
}

function bendOf(random: Random): number {
  const side = random() < 0.5 ? -1 : 1;
  return side * (BEND.min + (BEND.max - BEND.min) * random());
}

function onCurve(
  start: Point,
  end: Point,
  bend: number,
  along: number,
  tremor: number,
  display: Display,
  random: Random,
): Point {
  const { x, y } = between(start, end, along);
  // The bend is farthest from the line half way, square to it.
  const out = bend * 4 * along * (1 - along);
  return onDisplay(
    {
      x: x - (end.y - start.y) * out + spread(random) * tremor,
      y: y + (end.x - start.x) * out + spread(random) * tremor,
    },
    display,
  );
}

function between(start: Point, end: Point, along: number): Point {
  return { x: start.x + (end.x - start.x) * along, y: start.y + (end.y - start.y) * along };
}

// The pace of a hand: least jerk from rest to rest.
function eased(along: number): number {
  return along ** 3 * (10 - 15 * along + 6 * along ** 2);
}

function times(duration: number): number[] {
  const steps = clamp(Math.ceil(duration / STEP_MS), 1, MOST_POINTS);
  return Array.from({ length: steps + 1 }, (_, step) => Math.round((duration * step) / steps));
}

function onDisplay({ x, y }: Point, { width, height }: Display): Point {
  return { x: clamp(x, 0, width - 1), y: clamp(y, 0, height - 1) };
}

function spread(random: Random): number {
  return random() * 2 - 1;
}
