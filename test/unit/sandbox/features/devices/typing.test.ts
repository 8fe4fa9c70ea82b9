import assert from 'node:assert/strict';
import { simulateTyping } from '../../../../../src/sandbox/features/devices/typing.ts';
import { seededRandom } from '../../../../../src/util/random.ts';

const text = 'x'.repeat(3000);

it('the pace of typing is as fast as the device can, without mistakes, unless asked for more', () => {
  const defaults = { durationMs: 15_000, mistakes: 0 };
  assert.deepEqual(simulateTyping(text, {}, seededRandom(1).next), defaults);
  assert.deepEqual(simulateTyping(text, { wpm: 0, errorRate: -1 }, seededRandom(1).next), defaults);
  assert.deepEqual(simulateTyping('', { stealth: true }, seededRandom(1).next), {
    durationMs: 0,
    mistakes: 0,
  });
});

it('the pace of typing counts five letters a word', () => {
  assert.equal(simulateTyping('ten letter', { wpm: 60 }, seededRandom(1).next).durationMs, 2000);
  assert.equal(simulateTyping('👍👍', { wpm: 60 }, seededRandom(1).next).durationMs, 400);
});

it('the pace of typing varies with stealth around the pace that was asked for, or around 45 words a minute', () => {
  const asked = simulateTyping(text, { stealth: true, wpm: 100, errorRate: 0 }, seededRandom(1).next);
  assert.ok(Math.abs(asked.durationMs / (3000 * 120) - 1) < 0.02, `${asked.durationMs}`);
  const own = simulateTyping(text, { stealth: true, errorRate: 0 }, seededRandom(1).next);
  assert.ok(Math.abs(own.durationMs / ((3000 * 60_000) / 225) - 1) < 0.02, `${own.durationMs}`);
  assert.deepEqual([asked.mistakes, own.mistakes], [0, 0]);
});

it('the pace of typing has mistakes as often as asked for, or 2 percent with stealth, and each takes the time of two letters', () => {
  const { mistakes, durationMs } = simulateTyping(text, { wpm: 60, errorRate: 0.1 }, seededRandom(2).next);
  assert.ok(Math.abs(mistakes / 3000 - 0.1) < 0.02, `${mistakes}`);
  assert.equal(durationMs, 3000 * 200 + mistakes * 400);
  const own = simulateTyping(text, { stealth: true }, seededRandom(2).next);
  assert.ok(Math.abs(own.mistakes / 3000 - 0.02) < 0.01, `${own.mistakes}`);
  assert.equal(simulateTyping(text, { errorRate: 1 }, seededRandom(2).next).mistakes, 3000);
});

it('the pace of typing is the same for the same seed, and finite for the slowest pace', () => {
  const once = simulateTyping(text, { stealth: true }, seededRandom(5).next);
  assert.deepEqual(simulateTyping(text, { stealth: true }, seededRandom(5).next), once);
  assert.ok(
    Number.isFinite(simulateTyping(text, { wpm: Number.MIN_VALUE }, seededRandom(5).next).durationMs),
  );
});
