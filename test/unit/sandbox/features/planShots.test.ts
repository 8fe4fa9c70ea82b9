import assert from 'node:assert/strict';
import { planShots } from '../../../../src/sandbox/features/devices/screenRecordings/video.ts';

const START = Date.parse('2026-11-21T09:41:50Z');

function plan(moments: readonly number[], end: number): (readonly [string, number, number])[] {
  const screens = moments.map((at, index) => ({ id: String(index), at: START + at }));
  return planShots(screens, START, START + end).map(({ id, at, delayMs }) => [id, at - START, delayMs]);
}

it('the pictures of a screen recording are shown until the next one', () => {
  assert.deepEqual(plan([0, 1000, 4000], 5000), [
    ['0', 0, 1000],
    ['1', 1000, 3000],
    ['2', 4000, 1000],
  ]);
});

it('the pictures of a screen recording follow the clock on the screen', () => {
  assert.deepEqual(plan([0, 80_000], 100_000), [
    ['0', 0, 10_000],
    ['0', 10_000, 60_000],
    ['0', 70_000, 10_000],
    ['1', 80_000, 20_000],
  ]);
});

it('the pictures of a screen recording leave out what is too short to see', () => {
  assert.deepEqual(plan([0, 5, 1000, 1019, 1030], 1030), [
    ['1', 0, 1030],
    ['4', 1030, 20],
  ]);
  assert.deepEqual(plan([0], 0), [['0', 0, 20]]);
});
