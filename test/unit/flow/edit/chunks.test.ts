import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { findIncreasing, type WeightedRange } from '../../../../src/flow/edit/increasing.ts';
import { editsOf, type Chunk, joinChunks } from '../../../../src/flow/edit/chunks.ts';
import { numberingOf } from '../../../../src/flow/edit/positions.ts';
import { applyEdits } from '../../../../src/flow/document/textEdits.ts';

const stretch = (start: number, end: number, weight = end - start): WeightedRange => ({ start, end, weight });

/** The most that stretches which follow one another can be worth, by trying all choices. */
function mostWorth(stretches: readonly WeightedRange[], from = 0, end = 0): number {
  const [first, ...rest] = stretches.slice(from);
  if (!first) return 0;
  const without = mostWorth(rest, 0, end);
  return first.start < end ? without : Math.max(without, first.weight + mostWorth(rest, 0, first.end));
}

describe('flow/edit/chunks: chunks that are not moved', () => {
  it('the chunks that are not moved are all of them if they are in order', () => {
    assert.deepEqual([...findIncreasing([])], []);
    assert.deepEqual([...findIncreasing([stretch(0, 2), stretch(2, 3), stretch(7, 9)])], [0, 1, 2]);
  });

  it('the chunks that are not moved have the greatest total weight, not the greatest count', () => {
    assert.deepEqual([...findIncreasing([stretch(5, 6), stretch(0, 1)])], [0]);
    assert.deepEqual([...findIncreasing([stretch(5, 6), stretch(0, 3)])], [1]);
    const short = [stretch(0, 1), stretch(1, 2), stretch(2, 3)];
    assert.deepEqual([...findIncreasing([stretch(9, 99), ...short])], [0]);
    assert.deepEqual([...findIncreasing([stretch(9, 11), ...short])].toSorted(), [1, 2, 3]);
    assert.deepEqual([...findIncreasing([stretch(0, 4), stretch(3, 6)])], [0]);
    assert.deepEqual([...findIncreasing([stretch(0, 3), stretch(2, 6)])], [1]);
  });

  it('the chunks that are not moved are in order without overlap, and have the maximum weight', () => {
    const any = fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(fc.array(any, { maxLength: 8 }), list => {
        const stretches = list.map(([start, length, weight]) => stretch(start, start + length, weight));
        const kept = [...findIncreasing(stretches)].toSorted((one, other) => one - other);
        const chosen = kept.flatMap(index => stretches[index] ?? []);
        for (const [index, { start }] of chosen.entries()) {
          if (index > 0) assert.ok(start >= chosen[index - 1]!.end);
        }
        const worth = chosen.reduce((sum, { weight }) => sum + weight, 0);
        assert.equal(worth, mostWorth(stretches));
      }),
    );
  });
});

describe('flow/edit/chunks: text edits that rearrange parts of a text', () => {
  const range = (start: number, end: number): Chunk => ({ start, end });
  const told = (text: string, ...pieces: readonly Chunk[]): readonly string[] =>
    editsOf(text, pieces).map(edit => `${edit.start}-${edit.end} ${JSON.stringify(edit.text)}`);

  it('the text edits that rearrange parts of a text are none for the same text', () => {
    assert.deepEqual(told('abcdef', range(0, 6)), []);
    assert.deepEqual(told('abcdef', range(0, 2), '', range(2, 2), range(2, 6)), []);
    assert.deepEqual(told('abcdef', range(0, 2), 'cd', range(4, 6)), []);
  });

  it('the text edits that rearrange parts of a text change only what differs', () => {
    assert.deepEqual(told('abcdef', range(0, 2), 'X', range(4, 6)), ['2-4 "X"']);
    assert.deepEqual(told('abcdef', range(0, 2), 'cXd', range(4, 6)), ['3-3 "X"']);
    assert.deepEqual(told('abcdef', range(0, 1), range(2, 3), 'X', range(3, 6)), ['1-2 ""', '3-3 "X"']);
    assert.deepEqual(told('abcdef', 'X', range(0, 6), 'Y'), ['0-0 "X"', '6-6 "Y"']);
    assert.deepEqual(told('aaaa', 'aaaaaa'), ['4-4 "aa"']);
    assert.deepEqual(told('aaaa', 'aa'), ['2-4 ""']);
    assert.deepEqual(told('abcdef'), ['0-6 ""']);
  });

  it('the text edits that rearrange parts of a text rewrite the shorter part if parts are swapped', () => {
    assert.deepEqual(told('abcdef', range(4, 6), range(0, 4)), ['0-0 "ef"', '4-6 ""']);
    assert.deepEqual(told('abcdef', range(2, 6), range(0, 2)), ['0-2 ""', '6-6 "ab"']);
  });

  it('the text edits that rearrange parts of a text never start or end within a line break or a surrogate pair', () => {
    assert.deepEqual(told('a\r\nb', 'a\rb'), ['1-3 "\\r"']);
    assert.deepEqual(told('a\nb', 'a\r\nb'), ['1-2 "\\r\\n"']);
    assert.deepEqual(told('a\r\nb', 'a\nb'), ['1-3 "\\n"']);
    assert.deepEqual(told('a\r\nb', 'a\r\nc'), ['3-4 "c"']);
    assert.deepEqual(told('\u{1F600}', '\u{1F601}'), ['0-2 "\u{1F601}"']);
    assert.deepEqual(told('\u{1F600}', '\u{1FA00}'), ['0-2 "\u{1FA00}"']);
    assert.deepEqual(told('\u{10FFFF}b', '\u{10FFFE}b'), ['0-2 "\u{10FFFE}"']);
    assert.deepEqual(told('\u{10000}b', '\u{10000}c'), ['2-3 "c"']);
    assert.deepEqual(told('\u{10FFFF}b', '\u{FFFFF}b').length, 1);
  });

  it('the text edits that rearrange parts of a text produce the given parts, whatever they are', () => {
    const text = 'a\r\nb\u{1F600}cdé\r\nf\u{10FFFF}';
    const piece = fc.oneof(
      fc.tuple(fc.nat(text.length), fc.nat(text.length)).map(([one, other]): Chunk => {
        return { start: Math.min(one, other), end: Math.max(one, other) };
      }),
      fc.constantFrom<Chunk>('', 'a', '\r', '\n', '\r\n', 'cd', '\u{1F601}', '\ude00'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), pieces => {
        const edits = editsOf(text, pieces);
        assert.equal(applyEdits(text, edits), joinChunks(text, pieces));
        for (const [index, { start }] of edits.entries()) {
          if (index > 0) assert.ok(start >= edits[index - 1]!.end);
        }
      }),
    );
  });
});

describe('flow/edit/chunks: positions of rearranged steps', () => {
  const numbers = (positions: readonly unknown[], count: number): readonly number[] =>
    numberingOf(positions).numbers(count);

  it('the positions of rearranged steps are the given ones in order, then continue with the last increment', () => {
    assert.deepEqual(numbers([], 3), [1, 2, 3]);
    assert.deepEqual(numbers([undefined], 2), [1, 2]);
    assert.deepEqual(numbers([5], 3), [5, 6, 7]);
    assert.deepEqual(numbers([0, 1], 3), [0, 1, 2]);
    assert.deepEqual(numbers([30, 10, 20], 5), [10, 20, 30, 40, 50]);
    assert.deepEqual(numbers([1, 2, 12], 4), [1, 2, 12, 22]);
    assert.deepEqual(numbers([3, 3], 3), [3, 4, 5]);
    assert.deepEqual(numbers([10, 20, 30], 2), [10, 20]);
  });

  it('the positions of rearranged steps include integers in strings, and nothing else that is not a position', () => {
    assert.deepEqual(numbers(['10', '20'], 3), [10, 20, 30]);
    for (const odd of [-1, 1.5, '1.5', '-1', 'x', 'x1', '1x', '', null, true, 2 ** 60, [3]]) {
      assert.deepEqual(numbers([4, odd], 2), [4, 5], JSON.stringify(odd));
    }
  });

  it('the positions of rearranged steps are strings if all given ones are', () => {
    assert.equal(numberingOf(['1', undefined, '2']).asText, true);
    assert.equal(numberingOf(['1', 2]).asText, false);
    assert.equal(numberingOf([1], true).asText, false);
    assert.equal(numberingOf([], true).asText, true);
    assert.equal(numberingOf([undefined]).asText, false);
  });
});
