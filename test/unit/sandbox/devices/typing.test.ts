import assert from 'node:assert/strict';
import { typing } from '../../../../src/sandbox/devices/typing.ts';
import { seededRandom } from '../../../../src/util/random.ts';

const text = 'x'.repeat(3000);

describe('the speed of typing', () => {
  it('is the maximum of the device, without mistakes, by default', () => {
    const defaults = { durationMs: 15_000, mistakes: 0 };
    assert.deepEqual(typing(text, {}, seededRandom(1).next), defaults);
    assert.deepEqual(typing(text, { wpm: 0, errorRate: -1 }, seededRandom(1).next), defaults);
    assert.deepEqual(typing('', { stealth: true }, seededRandom(1).next), { durationMs: 0, mistakes: 0 });
  });

  it('assumes five letters per word', () => {
    assert.equal(typing('ten letter', { wpm: 60 }, seededRandom(1).next).durationMs, 2000);
    assert.equal(typing('👍👍', { wpm: 60 }, seededRandom(1).next).durationMs, 400);
  });

  it('varies with stealth around the requested speed, or around 45 words per minute', () => {
    const asked = typing(text, { stealth: true, wpm: 100, errorRate: 0 }, seededRandom(1).next);
    assert.ok(Math.abs(asked.durationMs / (3000 * 120) - 1) < 0.02, `${asked.durationMs}`);
    const own = typing(text, { stealth: true, errorRate: 0 }, seededRandom(1).next);
    assert.ok(Math.abs(own.durationMs / ((3000 * 60_000) / 225) - 1) < 0.02, `${own.durationMs}`);
    assert.deepEqual([asked.mistakes, own.mistakes], [0, 0]);
  });

  it('includes the requested share of mistakes, or 2 percent with stealth, each taking the time of two letters', () => {
    const { mistakes, durationMs } = typing(text, { wpm: 60, errorRate: 0.1 }, seededRandom(2).next);
    assert.ok(Math.abs(mistakes / 3000 - 0.1) < 0.02, `${mistakes}`);
    assert.equal(durationMs, 3000 * 200 + mistakes * 400);
    const own = typing(text, { stealth: true }, seededRandom(2).next);
    assert.ok(Math.abs(own.mistakes / 3000 - 0.02) < 0.01, `${own.mistakes}`);
    assert.equal(typing(text, { errorRate: 1 }, seededRandom(2).next).mistakes, 3000);
  });

  it('is the same for the same seed, and finite for the lowest speed', () => {
    const once = typing(text, { stealth: true }, seededRandom(5).next);
    assert.deepEqual(typing(text, { stealth: true }, seededRandom(5).next), once);
    assert.ok(Number.isFinite(typing(text, { wpm: Number.MIN_VALUE }, seededRandom(5).next).durationMs));
  });
});
