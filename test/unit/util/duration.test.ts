import assert from 'node:assert/strict';
import { durationText, readDuration } from '../../../src/util/duration.ts';

it('durations are formatted with their two largest units', () => {
  const worded: readonly (readonly [number, string])[] = [
    [0, '0 s'],
    [500, '500 ms'],
    [3000, '3 s'],
    [1500, '1.5 s'],
    [59_999, '59.9 s'],
    [90_000, '1 min 30 s'],
    [3_600_000, '1 h'],
    [7_500_000, '2 h 5 min'],
    [86_400_000 + 59_000, '1 d'],
    [8 * 86_400_000 + 3_600_000, '8 d 1 h'],
  ];
  for (const [milliseconds, text] of worded) assert.equal(durationText(milliseconds), text);
});

it('durations are read in any unit', () => {
  const read: readonly (readonly [string, number])[] = [
    ['500 ms', 500],
    ['3s', 3000],
    [' 90 MIN ', 5_400_000],
    ['1.5 h', 5_400_000],
    ['2 h 30 min', 9_000_000],
    ['2d6h', 194_400_000],
  ];
  for (const [text, milliseconds] of read) assert.equal(readDuration(text), milliseconds);
});

it('durations are not read from invalid text', () => {
  for (const text of ['', '5', 'soon', '-3 s', '3 x', '3 s later', '1..5 h'])
    assert.equal(readDuration(text), undefined);
});
