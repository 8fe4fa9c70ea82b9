import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SHIFT_PX, shiftRandomly, stealthRange } from '../../../../src/flow/record/stealth.ts';
import { planStealthSwipe } from '../../../../src/sandbox/features/devices/stealth.ts';
import { seededRandom } from '../../../../src/util/random.ts';

const display = { id: 0, width: 1080, height: 2400, density: 2.625 };
const point = fc.record({ x: fc.integer({ min: 0, max: 1079 }), y: fc.integer({ min: 0, max: 2399 }) });

it('the bounds of a stealth swipe contain every swipe that the sandbox generates', () => {
  const duration = fc.integer({ min: 10, max: 5000 });
  fc.assert(
    fc.property(point, point, duration, fc.integer(), (from, to, asked, seed) => {
      const { longPress, least, most } = stealthRange(from, to, asked);
      const swipe = { startX: from.x, startY: from.y, endX: to.x, endY: to.y, duration: asked };
      const done = planStealthSwipe(swipe, display, true, seededRandom(seed).next);
      assert.equal(done.kind === 'longPress', longPress);
      assert.ok(done.durationMs >= least && done.durationMs <= most);
    }),
  );
});

it('the bounds of a stealth swipe are those of a long press under 5 pixels', () => {
  const from = { x: 100, y: 100 };
  assert.equal(stealthRange(from, { x: 104, y: 102 }, 300).longPress, true);
  assert.equal(stealthRange(from, { x: 105, y: 100 }, 300).longPress, false);
});

it('the bounds of a stealth swipe allow ten percent more or less time', () => {
  const from = { x: 100, y: 100 };
  const { least, most } = stealthRange(from, { x: 500, y: 100 }, 300);
  assert.deepEqual([least, most], [270, 330]);
});

it('the bounds of a stealth swipe contain the circles of both ends, on the display', () => {
  fc.assert(
    fc.property(point, fc.integer(), (at, seed) => {
      const { x, y } = shiftRandomly(at, SHIFT_PX.end, display, seededRandom(seed).next);
      assert.ok(Math.hypot(x - at.x, y - at.y) <= SHIFT_PX.end + 1e-9);
      assert.ok(x >= 0 && x <= 1079 && y >= 0 && y <= 2399);
    }),
  );
});
