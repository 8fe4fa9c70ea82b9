import assert from 'node:assert/strict';
import { PointerTracker } from '../../../../src/webview/devicePanel/pointerTracker.ts';

const at = (pointerId: number, clientX: number, timeStamp = 0) => ({
  ...{ pointerId, clientX, clientY: 0, timeStamp },
});

describe('webview/devicePanel/pointerTracker', () => {
  let tracker: PointerTracker;

  beforeEach(() => (tracker = new PointerTracker()));

  it('the tracker of a pointer keeps the greatest distance from where it began', () => {
    assert.equal(tracker.path, undefined);
    tracker.press(at(1, 10), { x: 100, y: 0 });
    assert.deepEqual(tracker.path, { from: { x: 100, y: 0 }, to: { x: 100, y: 0 }, reach: 0 });
    assert.ok(tracker.move(at(1, 40), { x: 400, y: 0 }));
    assert.ok(tracker.move(at(1, 10), { x: 100, y: 0 }));
    assert.deepEqual(tracker.path, { from: { x: 100, y: 0 }, to: { x: 100, y: 0 }, reach: 30 });
  });

  it('the tracker of a pointer returns the gesture with its time, and is free again', () => {
    tracker.press(at(1, 10, 1000), { x: 100, y: 0 });
    tracker.move(at(1, 40), { x: 400, y: 0 });
    assert.deepEqual(tracker.release(at(1, 40, 1300), true), {
      ...{ kind: 'swipe', from: { x: 100, y: 0 }, to: { x: 400, y: 0 }, duration: 300, stealth: true },
    });
    assert.equal(tracker.path, undefined);
    assert.equal(tracker.release(at(1, 40, 1300), true), undefined);
  });

  it('the tracker of a pointer ignores other pointers', () => {
    tracker.press(at(1, 10), { x: 100, y: 0 });
    assert.equal(tracker.move(at(2, 40), { x: 400, y: 0 }), false);
    assert.equal(tracker.release(at(2, 40), false), undefined);
    assert.deepEqual(tracker.release(at(1, 10, 5), false), {
      ...{ kind: 'tap', at: { x: 100, y: 0 }, stealth: false },
    });
  });

  it('the tracker of a pointer has no gesture after a cancel', () => {
    tracker.press(at(1, 10), { x: 100, y: 0 });
    tracker.cancel();
    assert.equal(tracker.release(at(1, 10), false), undefined);
  });
});
