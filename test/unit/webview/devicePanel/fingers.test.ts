import assert from 'node:assert/strict';
import { keyAction, type Pressed } from '../../../../src/webview/devicePanel/screenKeys.ts';
import { scrollBy, scrollPage } from '../../../../src/webview/devicePanel/scrolling.ts';
import { toGesture, Pinch } from '../../../../src/webview/devicePanel/touch.ts';
import { nextZoom } from '../../../../src/webview/devicePanel/screenMap.ts';

const from = { x: 100, y: 200 };
const to = { x: 300, y: 900 };
const size = { width: 1080, height: 2400 };

function pressed(key: string, held: Partial<Pressed> = {}): Pressed {
  return { key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...held };
}

describe('webview/devicePanel/fingers: finger on the screen', () => {
  it('a finger on the screen taps where it touched down if it does not move and lifts soon', () => {
    const tap = toGesture({ from, to: { x: 101, y: 201 }, reach: 3, ms: 80 }, true);
    assert.deepEqual(tap, { kind: 'tap', at: from, stealth: true });
  });

  it('a finger on the screen does a long press if it does not move', () => {
    const press = toGesture({ from, to: { x: 101, y: 201 }, reach: 3, ms: 731.6 }, false);
    assert.deepEqual(press, { kind: 'swipe', from, to: from, duration: 732, stealth: false });
  });

  it('a finger on the screen swipes with its start, end, and time, also if it returns', () => {
    assert.deepEqual(toGesture({ from, to, reach: 90, ms: 250 }, false), {
      ...{ kind: 'swipe', from, to, duration: 250, stealth: false },
    });
    assert.equal(toGesture({ from, to: from, reach: 90, ms: 250 }, false).kind, 'swipe');
  });

  it('a finger on the screen does not swipe less than the minimum distance', () => {
    assert.deepEqual(toGesture({ from, to, reach: 90, ms: 2 }, false), {
      ...{ kind: 'swipe', from, to, duration: 10, stealth: false },
    });
  });
});

describe('webview/devicePanel/fingers: two fingers on the screen', () => {
  const touch = (pointerId: number, clientX: number, pointerType = 'touch') => {
    return { pointerId, pointerType, clientX, clientY: 0 };
  };

  it('two fingers on the screen zoom by their distance, within the limits, and touch nothing', () => {
    const pinch = new Pinch();
    assert.equal(pinch.press(touch(1, 100), 0.5), false);
    assert.equal(pinch.move(touch(1, 110)), undefined);
    assert.equal(pinch.press(touch(2, 210), 0.5), true);
    assert.equal(pinch.move(touch(2, 310)), 1);
    assert.equal(pinch.move(touch(2, 2310)), 2);
    assert.equal(pinch.move(touch(1, 2300)), 0.25);
    pinch.release(touch(1, 2300));
    assert.equal(pinch.move(touch(2, 900)), undefined);
    assert.equal(pinch.press(touch(3, 100), 0.25), true);
    for (const finger of [2, 3]) pinch.release(touch(finger, 0));
    assert.equal(pinch.press(touch(4, 100), 0.25), false);
  });

  it('two fingers on the screen are touches, not mouse buttons', () => {
    const pinch = new Pinch();
    pinch.press(touch(1, 100, 'mouse'), 1);
    assert.equal(pinch.press(touch(2, 200, 'mouse'), 1), false);
    assert.equal(pinch.move(touch(2, 300, 'mouse')), undefined);
  });
});

describe('webview/devicePanel/fingers: key on the screen', () => {
  it('a key on the screen moves the crosshair, with Shift by one pixel', () => {
    assert.deepEqual(keyAction(pressed('ArrowUp'), false), { kind: 'move', by: { x: 0, y: -24 } });
    assert.deepEqual(keyAction(pressed('ArrowRight', { shiftKey: true }), true), {
      ...{ kind: 'move', by: { x: 1, y: 0 } },
    });
  });

  it('a key on the screen touches the crosshair with Enter, and is a key otherwise', () => {
    assert.deepEqual(keyAction(pressed('Enter'), true), { kind: 'tap' });
    assert.deepEqual(keyAction(pressed('Enter', { shiftKey: true }), true), { kind: 'press' });
    assert.deepEqual(keyAction(pressed('Enter', { ctrlKey: true }), true), { kind: 'mark' });
    assert.deepEqual(keyAction(pressed('Enter', { metaKey: true }), true), { kind: 'mark' });
    assert.deepEqual(keyAction(pressed('Enter'), false), { kind: 'key', key: 66 });
  });

  it('a key on the screen is typed if it is printable, also with AltGr', () => {
    assert.deepEqual(keyAction(pressed('ä'), true), { kind: 'type', text: 'ä' });
    assert.deepEqual(keyAction(pressed(' '), false), { kind: 'type', text: ' ' });
    assert.deepEqual(keyAction(pressed('@', { ctrlKey: true, altKey: true }), false), {
      ...{ kind: 'type', text: '@' },
    });
  });

  it('a key on the screen is otherwise left to the window, so that Tab and its commands work', () => {
    for (const one of [
      pressed('Tab'),
      pressed('F1'),
      pressed('Shift'),
      pressed('p', { ctrlKey: true }),
      pressed('s', { metaKey: true }),
      pressed('ArrowLeft', { altKey: true }),
      pressed('Escape'),
    ]) {
      assert.equal(keyAction(one, false), null, one.key);
    }
    assert.deepEqual(keyAction(pressed('Escape'), true), { kind: 'away' });
    for (const held of [{ ctrlKey: true }, { metaKey: true }]) {
      assert.deepEqual(keyAction(pressed('v', held), false), { kind: 'paste' });
      assert.equal(keyAction(pressed('V', { ...held, shiftKey: true }), false), null);
    }
  });
});

describe('webview/devicePanel/fingers: scroll', () => {
  it('a scroll moves the finger in the opposite direction', () => {
    assert.deepEqual(scrollBy({ x: 500, y: 1200 }, { x: 0, y: 300 }, size), {
      ...{ from: { x: 500, y: 1200 }, to: { x: 500, y: 900 }, duration: 300 },
    });
  });

  it('a scroll starts elsewhere if there is not enough space', () => {
    assert.deepEqual(scrollBy({ x: 500, y: 100 }, { x: 0, y: 300 }, size), {
      ...{ from: { x: 500, y: 300 }, to: { x: 500, y: 0 }, duration: 300 },
    });
    const scroll = scrollBy({ x: 500, y: 100 }, { x: 0, y: 99_999 }, size);
    assert.deepEqual([scroll?.from.y, scroll?.to.y], [2399, 0]);
  });

  it('a scroll does nothing without a distance', () => {
    assert.equal(scrollBy(from, { x: 0, y: 0 }, size), undefined);
  });

  it('a scroll shows the next and the previous page', () => {
    assert.deepEqual([scrollPage(1, size)?.from.y, scrollPage(1, size)?.to.y], [1800, 600]);
    assert.deepEqual([scrollPage(-1, size)?.from.y, scrollPage(-1, size)?.to.y], [600, 1800]);
  });
});

describe('webview/devicePanel/fingers: zoom', () => {
  it('a zoom goes from step to step and stops at both ends', () => {
    assert.deepEqual([nextZoom(0.31, 1), nextZoom(0.31, -1)], [0.5, 0.25]);
    assert.deepEqual([nextZoom(1, 1), nextZoom(1, -1)], [1.5, 0.75]);
    assert.deepEqual([nextZoom(2, 1), nextZoom(0.1, -1)], [2, 0.25]);
  });
});
