import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Swipe } from '../../../../../src/contract/records/gesture.ts';
import { shiftRandomly as shift } from '../../../../../src/flow/record/stealth.ts';
import {
  planSwipe,
  planStealthSwipe,
  type SwipePath,
} from '../../../../../src/sandbox/features/devices/stealth.ts';
import type { Point } from '../../../../../src/sandbox/phone/geometry.ts';
import { seededRandom } from '../../../../../src/util/random.ts';

const display = { id: 0, width: 1080, height: 2400, density: 2.625 };
const asked: Swipe = { startX: 540, startY: 1800, endX: 520, endY: 600, duration: 400 };
const SAMPLES = 5000;

function samples(count: number, swipe = asked, human = true, seed = 7): SwipePath[] {
  const random = seededRandom(seed).next;
  return Array.from({ length: count }, () => planStealthSwipe(swipe, display, human, random));
}

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the distances of the points of a path from the line between its ends; positive on the left. */
function offLine({ path }: SwipePath): number[] {
  const [start, end] = [path[0]!, path.at(-1)!];
  const length = distance(start, end);
  return path.map(
    ({ x, y }) => ((x - start.x) * (end.y - start.y) - (y - start.y) * (end.x - start.x)) / length,
  );
}

describe('sandbox/features/devices/stealth: plain swipe', () => {
  it('a plain swipe goes straight and evenly from point to point in its time', () => {
    const { kind, durationMs, path } = planSwipe(asked);
    assert.deepEqual([kind, durationMs], ['swipe', 400]);
    assert.deepEqual(path[0], { x: 540, y: 1800, ms: 0 });
    assert.deepEqual(path.at(-1), { x: 520, y: 600, ms: 400 });
    for (const { x, y, ms } of path) {
      assert.ok(Math.abs(x - (540 - ms / 20)) < 1e-9);
      assert.ok(Math.abs(y - (1800 - ms * 3)) < 1e-9);
    }
  });
});

describe('sandbox/features/devices/stealth: shifted point', () => {
  it('a shifted point is uniformly distributed within the circle', () => {
    const random = seededRandom(3).next;
    const middle = { x: 500, y: 500 };
    const shifted = Array.from({ length: SAMPLES }, () => shift(middle, 5, display, random));
    const radii = shifted.map(point => distance(point, middle));
    assert.ok(Math.max(...radii) <= 5 + 1e-9);
    assert.ok(Math.max(...radii) > 4.9);
    // Half of the circle's area lies within 0.707 of its radius.
    const inner = radii.filter(radius => radius < 5 * Math.SQRT1_2).length / SAMPLES;
    assert.ok(Math.abs(inner - 0.5) < 0.03, `${inner}`);
    for (const [signX, signY] of [
      [1, 1],
      [1, -1],
      [-1, 1],
      [-1, -1],
    ] as const) {
      const share =
        shifted.filter(({ x, y }) => (x - 500) * signX > 0 && (y - 500) * signY > 0).length / SAMPLES;
      assert.ok(Math.abs(share - 0.25) < 0.03, `${share}`);
    }
  });

  it('a shifted point never leaves the display', () => {
    const x = fc.double({ min: 0, max: 1079, noNaN: true });
    const y = fc.double({ min: 0, max: 2399, noNaN: true });
    fc.assert(
      fc.property(x, y, fc.nat(), (x, y, seed) => {
        const at = shift({ x, y }, 15, display, seededRandom(seed).next);
        assert.ok(at.x >= 0 && at.x <= 1079 && at.y >= 0 && at.y <= 2399);
      }),
    );
  });
});

describe('sandbox/features/devices/stealth: stealth swipe', () => {
  it('a stealth swipe starts within 5 pixels and ends within 15 of the given points, spread over both circles', () => {
    const paths = samples(SAMPLES);
    const starts = paths.map(({ path }) => distance(path[0]!, { x: 540, y: 1800 }));
    const ends = paths.map(({ path }) => distance(path.at(-1)!, { x: 520, y: 600 }));
    assert.ok(Math.max(...starts) <= 5 + 1e-9 && Math.max(...starts) > 4.9);
    assert.ok(Math.max(...ends) <= 15 + 1e-9 && Math.max(...ends) > 14.8);
    // The mean distance from the middle of a circle is two thirds of its radius.
    assert.ok(Math.abs(mean(starts) - 10 / 3) < 0.1);
    assert.ok(Math.abs(mean(ends) - 10) < 0.2);
  });

  it('a stealth swipe takes up to 10 percent more or less time, evenly distributed', () => {
    const durations = samples(SAMPLES).map(({ durationMs }) => durationMs);
    assert.deepEqual([Math.min(...durations), Math.max(...durations)], [360, 440]);
    assert.ok(Math.abs(mean(durations) - 400) < 2);
    for (const [from, to] of [
      [360, 380],
      [380, 400],
      [400, 420],
      [420, 441],
    ] as const) {
      const share = durations.filter(duration => duration >= from && duration < to).length / SAMPLES;
      assert.ok(Math.abs(share - 0.25) < 0.03, `${from}: ${share}`);
    }
  });

  it('a stealth swipe stays within 10 percent for every duration, also after rounding', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 2 ** 31 }), fc.nat(), (duration, seed) => {
        const { durationMs, path } = planStealthSwipe(
          { ...asked, duration },
          display,
          true,
          seededRandom(seed).next,
        );
        assert.ok(Number.isInteger(durationMs));
        assert.ok(Math.abs(durationMs - duration) <= duration * 0.1 + 1e-6, `${duration} → ${durationMs}`);
        assert.equal(path.at(-1)!.ms, durationMs);
        assert.ok(path.length <= 121);
      }),
    );
  });

  it('a stealth swipe is a trembling curve to either side, slow at both ends, on a device with human touch', () => {
    const paths = samples(1000);
    const bends = paths.map(path => {
      const off = offLine(path);
      return off[Math.floor(off.length / 2)]! / 1200;
    });
    assert.ok(bends.every(bend => Math.abs(bend) > 0.017 && Math.abs(bend) < 0.083));
    const left = bends.filter(bend => bend > 0).length / bends.length;
    assert.ok(Math.abs(left - 0.5) < 0.06, `${left}`);
    for (const path of paths.slice(0, 100)) {
      const off = offLine(path);
      // A smooth curve has second differences of one sign; tremor breaks that.
      const second = off.slice(2).map((value, at) => value - 2 * off[at + 1]! + off[at]!);
      assert.ok(second.some(value => value > 0) && second.some(value => value < 0));
      const steps = path.path.slice(1).map((point, at) => distance(point, path.path[at]!));
      const middle = Math.floor(steps.length / 2);
      assert.ok(steps[0]! < steps[middle]! / 4 && steps.at(-1)! < steps[middle]! / 4);
    }
  });

  it('a stealth swipe is straight and even on a device without human touch', () => {
    for (const path of samples(200, asked, false)) {
      assert.ok(offLine(path).every(off => Math.abs(off) < 1e-6));
      const speeds = path.path
        .slice(1)
        .map((point, at) => distance(point, path.path[at]!) / (point.ms - path.path[at]!.ms));
      // Moments are whole milliseconds, so a pace of 16 of them is exact to a sixteenth.
      assert.ok(Math.max(...speeds) / Math.min(...speeds) < 1.15);
    }
  });

  it('a stealth swipe under 5 pixels is a long press with a slight drift', () => {
    const still = { ...asked, endX: 543, endY: 1803.9 };
    const presses = samples(2000, still);
    assert.ok(presses.every(({ kind }) => kind === 'longPress'));
    const drifts = presses.map(({ path }) => distance(path[0]!, path.at(-1)!));
    assert.ok(Math.max(...drifts) <= 2 + 1e-9 && Math.max(...drifts) > 1.9 && mean(drifts) > 1);
    const starts = presses.map(({ path }) => distance(path[0]!, { x: 540, y: 1800 }));
    assert.ok(Math.max(...starts) <= 5 + 1e-9 && Math.max(...starts) > 4.9);
    assert.equal(samples(1, { ...still, endX: 543, endY: 1804 })[0]!.kind, 'swipe');
  });

  it('a stealth swipe is the same for the same seed, and different for another', () => {
    assert.deepEqual(samples(3), samples(3));
    assert.notDeepEqual(samples(1)[0], samples(1, asked, true, 8)[0]);
  });

  it('a stealth swipe stays on the display for any input', () => {
    const x = fc.double({ min: 0, max: 1079, noNaN: true });
    const y = fc.double({ min: 0, max: 2399, noNaN: true });
    fc.assert(
      fc.property(x, y, x, y, fc.nat(), (startX, startY, endX, endY, seed) => {
        const swipe = { startX, startY, endX, endY, duration: 300 };
        const { path } = planStealthSwipe(swipe, display, true, seededRandom(seed).next);
        assert.ok(path.every(at => at.x >= 0 && at.x <= 1079 && at.y >= 0 && at.y <= 2399));
        assert.ok(path.every((at, index) => index === 0 || at.ms >= path[index - 1]!.ms));
      }),
    );
  });
});
