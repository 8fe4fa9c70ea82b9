import assert from 'node:assert/strict';
import fc from 'fast-check';
import { hasPoint, scaleGesture } from '../../../../src/flow/record/scaleGesture.ts';
import { anyGesture, DISPLAY } from '../../../support/recordedGestures.ts';

const size = fc.record({
  width: fc.integer({ min: 1, max: 4000 }),
  height: fc.integer({ min: 1, max: 4000 }),
});

it('a gesture on a display of another size stays on it, at the same relative position, and is unchanged at the same size', () => {
  fc.assert(
    fc.property(anyGesture, size, (gesture, to) => {
      assert.deepEqual(scaleGesture(gesture, DISPLAY, DISPLAY), gesture);
      const scaled = scaleGesture(gesture, DISPLAY, to);
      if (scaled.kind !== 'tap' || gesture.kind !== 'tap') {
        assert.equal(hasPoint(gesture), gesture.kind === 'swipe');
        if (gesture.kind !== 'swipe') assert.deepEqual(scaled, gesture);
        return;
      }
      const { x, y } = scaled.at;
      assert.ok(x >= 0 && x < to.width && y >= 0 && y < to.height && Number.isInteger(x + y));
      assert.ok(Math.abs(x + 0.5 - ((gesture.at.x + 0.5) * to.width) / DISPLAY.width) <= 1);
      assert.ok(Math.abs(y + 0.5 - ((gesture.at.y + 0.5) * to.height) / DISPLAY.height) <= 1);
    }),
  );
});
