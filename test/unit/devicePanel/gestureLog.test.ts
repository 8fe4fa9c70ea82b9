import assert from 'node:assert/strict';
import { GestureLog } from '../../../src/devicePanel/gestureLog.ts';

const CANARY = 'canary-typed-51ce';

it('the log of gestures lists the newest first, and returns gestures in order', () => {
  const log = new GestureLog('device');
  const tap = log.begin({ kind: 'tap', at: { x: 1, y: 2 }, stealth: false }, 0);
  const key = log.begin({ kind: 'key', key: 66 }, 1);
  const failed = log.begin({ kind: 'clear' }, 0);
  log.update(failed, { state: 'failed', error: 'No field.' });
  const element = { name: '“Sign in”', selectors: [{ text: 'Sign in' }] };
  log.setElement(tap, element);
  log.update(key, { state: 'done', at: 20 });
  log.update(tap, { state: 'done', at: 10 });
  assert.deepEqual(
    log.lines.map(({ gesture, state }) => [gesture.kind, state]),
    [
      ['clear', 'failed'],
      ['key', 'done'],
      ['tap', 'done'],
    ],
  );
  assert.deepEqual(log.done, [
    {
      ...{ deviceId: 'device', display: 0, at: 10 },
      gesture: { kind: 'tap', at: { x: 1, y: 2 }, stealth: false },
      element,
    },
    { deviceId: 'device', display: 1, at: 20, gesture: { kind: 'key', key: 66 }, element: undefined },
  ]);
});

it('the log of gestures names the touched element of a line', () => {
  const log = new GestureLog('device');
  const tap = log.begin({ kind: 'tap', at: { x: 1, y: 2 }, stealth: false }, 0);
  log.setElement(tap, { name: '“Sign in”', selectors: [{ text: 'Sign in' }] });
  log.update(tap, { state: 'done' });
  assert.deepEqual(
    log.lines.map(({ element }) => element),
    ['“Sign in”'],
  );
  log.clear();
  log.setElement(tap, { name: '“Late”', selectors: [{ text: 'Late' }] });
  assert.deepEqual(log.lines, []);
});

it('the log of gestures stores no text unless it is known not to be a password', () => {
  const log = new GestureLog('device');
  const number = log.begin({ kind: 'text', text: CANARY, stealth: false }, 0);
  assert.doesNotMatch(JSON.stringify(log.lines), new RegExp(CANARY));
  log.update(number, { gesture: { kind: 'text', text: CANARY, stealth: false, secret: true } });
  log.update(number, { state: 'done' });
  assert.doesNotMatch(JSON.stringify([log.lines, log.done]), new RegExp(CANARY));
  log.update(number, { gesture: { kind: 'text', text: 'Ada', stealth: false, secret: false } });
  assert.deepEqual(log.done[0]?.gesture, { kind: 'text', text: 'Ada', stealth: false, secret: false });
});

it('the log of gestures is cleared except for pending gestures, and has a maximum length', () => {
  const log = new GestureLog('device');
  for (let count = 0; count < 600; count++) log.update(log.begin({ kind: 'clear' }, 0), { state: 'done' });
  assert.equal(log.lines.length, 500);
  const waiting = log.begin({ kind: 'clear' }, 0);
  log.clear();
  assert.deepEqual(
    log.lines.map(({ number }) => number),
    [waiting],
  );
});
