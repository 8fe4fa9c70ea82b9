import assert from 'node:assert/strict';
import type { GridOutcome } from '../../../../src/protocol/deviceGrid.ts';
import { describeResult, type ResultText } from '../../../../src/webview/deviceGrid/resultText.ts';
import { tileOf } from '../../../support/gridPage.ts';

const last = { gesture: 'Press Home', id: 'a' };

function result(...outcomes: readonly (GridOutcome | undefined)[]): ResultText {
  const tiles = outcomes.map((outcome, index) => tileOf('abcdef'[index] ?? '', { outcome }));
  return describeResult({ tiles, last });
}

function outcome(state: GridOutcome['state'], more: Partial<GridOutcome> = {}): GridOutcome {
  return { state, error: undefined, expected: undefined, usedPoint: false, ...more };
}

const done = outcome('done');
const waiting = outcome('waiting');

it('the result of a gesture on all devices says what a gesture does before the first one', () => {
  const { summary } = describeResult({ tiles: [tileOf('a'), tileOf('b')], last: undefined });
  assert.match(summary, /performed on all 2 devices: a tap on the same element, or else at the same point\./);
});

it('the result of a gesture on all devices counts the devices that have performed it', () => {
  assert.equal(result(done, done).summary, 'Press Home: performed on all 2 devices.');
  assert.equal(result(waiting, undefined).summary, 'Press Home: performed on 0 of 2 devices…');
  assert.equal(result(done, waiting).summary, 'Press Home: performed on 1 of 2 devices…');
  const other = outcome('done', { expected: 'Button “Send”' });
  assert.equal(
    result(done, other, other).summary,
    'Press Home: performed on all 3 devices, 2 of them on another element.',
  );
});

it('the result of a gesture on all devices names the devices on which the point was used', () => {
  const point = outcome('done', { usedPoint: true });
  assert.equal(
    result(done, point, done).summary,
    'Press Home: performed on all 3 devices. At the same point on “b”.',
  );
  assert.equal(
    result(done, point, point).summary,
    'Press Home: performed on all 3 devices. At the same point on all others.',
  );
  assert.equal(
    result(done, { ...point, state: 'failed' }, done).summary,
    'Press Home: performed on 2 of 3 devices.',
  );
  const many = [done, done, ...Array.from({ length: 6 }, () => point)];
  const tiles = many.map((one, index) => tileOf(String(index), { outcome: one }));
  assert.match(describeResult({ tiles, last }).summary, /At the same point on “2”, “3”, “4”, “5”, 2 more\.$/);
});

it('the result of a gesture on all devices names those that failed with the reason, and counts those that are paused', () => {
  const { summary, failures, paused } = result(
    done,
    outcome('failed', { error: 'The device is stopped.' }),
    outcome('paused', { error: 'Busy.' }),
  );
  assert.equal(summary, 'Press Home: performed on 1 of 3 devices.');
  assert.deepEqual(failures, [{ name: 'b', why: 'The device is stopped.' }]);
  assert.equal(paused, '2 devices paused after a failed gesture.');
});

it('the result of a gesture on all devices says that a failure on the first device kept it from the others', () => {
  const { summary, failures, paused } = result(outcome('failed', { error: 'Busy.' }), undefined);
  assert.equal(summary, 'Press Home: failed on “a”, so it was not performed on the others.');
  assert.deepEqual([failures, paused], [[{ name: 'a', why: 'Busy.' }], undefined]);
});
