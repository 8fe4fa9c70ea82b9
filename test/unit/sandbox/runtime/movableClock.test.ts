import assert from 'node:assert/strict';
import { pause } from '../../../../src/sandbox/runtime/clock.ts';
import { MovableClock } from '../../../../src/sandbox/runtime/movableClock.ts';

it('the movable clock follows the system clock until it is frozen', () => {
  const clock = new MovableClock();
  const earlier = Date.now();
  const now = clock.now();
  assert.ok(earlier <= now && now <= Date.now());
  clock.freeze(true);
  const frozenAt = clock.now();
  clock.advance(90_000);
  assert.equal(clock.now(), frozenAt + 90_000);
  assert.equal(clock.frozen, true);
});

it('the movable clock keeps an offset after it is advanced, and follows the system clock after a reset', () => {
  const clock = new MovableClock();
  clock.advance(3_600_000);
  clock.advance(60_000);
  assert.equal(clock.aheadMs, 3_660_000);
  clock.freeze(true);
  clock.reset();
  assert.deepEqual([clock.aheadMs, clock.frozen], [0, false]);
});

it('the movable clock continues from the time that it was set to', () => {
  const clock = new MovableClock(1000);
  clock.set(5000);
  assert.equal(clock.now(), 5000);
  clock.freeze(false);
  assert.ok(clock.now() >= 5000 && clock.now() < 60_000);
});

it('the movable clock runs tasks that become due while it is advanced, in order and at their own time', () => {
  const clock = new MovableClock(0);
  const seen: (string | number)[][] = [];
  clock.at(300, () => seen.push(['late', clock.now()]));
  clock.at(100, () => {
    seen.push(['early', clock.now()]);
    clock.at(200, () => seen.push(['added on the way', clock.now()]));
  });
  clock.at(1000, () => seen.push(['too far', clock.now()]));
  clock.advance(500);
  assert.deepEqual(seen, [
    ['early', 100],
    ['added on the way', 200],
    ['late', 300],
  ]);
  assert.equal(clock.now(), 500);
});

it('the movable clock removes a canceled task', () => {
  const clock = new MovableClock(0);
  let ran = false;
  clock.at(10, () => (ran = true)).dispose();
  clock.advance(20);
  assert.equal(ran, false);
});

it('the movable clock runs an overdue task soon, but asynchronously', async () => {
  const clock = new MovableClock(1000);
  let ran = false;
  const later = new Promise<void>(resolve => {
    clock.at(500, () => {
      ran = true;
      resolve();
    });
  });
  assert.equal(ran, false);
  await later;
  assert.equal(ran, true);
});

it('the movable clock ends a wait when it is due or its signal is aborted', async () => {
  const clock = new MovableClock(0);
  const { signal } = new AbortController();
  const whole = pause(clock, 60_000, signal);
  clock.advance(60_000);
  await whole;
  const abort = new AbortController();
  const cut = pause(clock, 60_000, abort.signal);
  abort.abort(new Error('enough'));
  await assert.rejects(cut, /enough/);
  await assert.rejects(pause(clock, 1, abort.signal), /enough/);
});
