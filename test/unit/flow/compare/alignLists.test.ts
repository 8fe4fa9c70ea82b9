import assert from 'node:assert/strict';
import { type Aligned, alignLists } from '../../../../src/flow/compare/alignLists.ts';

/** Returns pairs of indexes, with `-` for an unpaired item. */
function shown(aligned: readonly Aligned[]): readonly string[] {
  return aligned.map(({ before, after }) => `${before ?? '-'} ${after ?? '-'}`);
}

function aligned(before: string, after: string): readonly string[] {
  const [one, other] = [before, after].map(text => Array.from(text, key => [key]));
  return shown(alignLists(one ?? [], other ?? []));
}

it('the alignment of lists keeps every item once and in order, whatever the length of the lists', () => {
  const before = Array.from({ length: 3000 }, (_, index) => [`${index % 1000}`]);
  const after = before.filter((_, index) => index % 7 !== 0).toReversed();
  const found = alignLists(before, after);
  const [left, right] = (['before', 'after'] as const).map(side =>
    found.flatMap(one => (one[side] === undefined ? [] : [one[side]])),
  );
  assert.deepEqual(left, [...before.keys()]);
  assert.deepEqual(right, [...after.keys()]);
  for (const { before: one, after: other } of found) {
    if (one !== undefined && other !== undefined) assert.deepEqual(before[one], after[other]);
  }
});

it('the alignment of lists pairs equal items at both ends, and as many as possible between them', () => {
  assert.deepEqual(aligned('abc', 'abc'), ['0 0', '1 1', '2 2']);
  assert.deepEqual(aligned('abxcd', 'abcd'), ['0 0', '1 1', '2 -', '3 2', '4 3']);
  assert.deepEqual(aligned('abcd', 'abxcd'), ['0 0', '1 1', '- 2', '2 3', '3 4']);
  assert.deepEqual(
    aligned('abcde', 'xbydz').filter(one => !one.includes('-')),
    ['1 1', '3 3'],
  );
  assert.deepEqual(
    aligned('abc', 'bca').filter(one => !one.includes('-')),
    ['1 0', '2 1'],
  );
});

it('the alignment of lists pairs nothing if no items are similar, and uses no item twice if a list repeats one', () => {
  assert.deepEqual(aligned('', ''), []);
  assert.deepEqual(aligned('ab', ''), ['0 -', '1 -']);
  assert.deepEqual(aligned('', 'ab'), ['- 0', '- 1']);
  assert.deepEqual(aligned('a', 'b'), ['0 -', '- 0']);
  assert.deepEqual(aligned('aa', 'a'), ['0 0', '1 -']);
  assert.deepEqual(aligned('a', 'aa'), ['0 0', '- 1']);
});

it('the alignment of lists prefers higher similarity, but two weak pairs to one strong pair', () => {
  const close = alignLists(
    [['text', 'kind']],
    [
      ['other', 'kind'],
      ['text', 'kind'],
    ],
  );
  assert.deepEqual(shown(close), ['- 0', '0 1']);
  const wide = alignLists(
    [
      ['p', 'one'],
      ['q', 'two'],
    ],
    [
      ['q', 'two'],
      ['r', 'one'],
      ['s', 'two'],
    ],
  );
  assert.deepEqual(
    shown(wide).filter(one => !one.includes('-')),
    ['0 1', '1 2'],
  );
});

it('the alignment of lists never pairs by keys of different similarity', () => {
  assert.deepEqual(shown(alignLists([['a', 'b']], [['b', 'a']])), ['0 -', '- 0']);
});

it('the alignment of lists pairs equal items in very long lists, and finds similar ones between them', () => {
  const long = Array.from({ length: 2100 }, (_, index) => [`${index}`, 'kind']);
  const changed = long.map(([key = ''], index) => [index % 700 === 1 ? `${key} changed` : key, 'kind']);
  const before = [['first'], ...long, ['last']];
  const after = [['begin'], ...changed, ['end']];
  const found = alignLists(before, after);
  const pairs = found.filter(one => one.before !== undefined && one.after !== undefined);
  assert.deepEqual(
    pairs.map(one => [one.before, one.after]),
    long.map((_, index) => [index + 1, index + 1]),
  );
});

it('the alignment of lists pairs nothing in long lists with nothing in common', () => {
  const list = (name: string): string[][] => Array.from({ length: 2100 }, (_, index) => [`${name} ${index}`]);
  const found = alignLists(list('a'), list('b'));
  assert.deepEqual(shown(found), [
    ...list('a').map((_, index) => `${index} -`),
    ...list('b').map((_, index) => `- ${index}`),
  ]);
});
