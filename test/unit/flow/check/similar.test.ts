import assert from 'node:assert/strict';
import { MAX_SUGGESTIONS, similarTo } from '../../../../src/flow/check/similar.ts';

describe('flow/check/similar', () => {
  const cases: readonly (readonly [word: string, candidates: readonly string[], ...wanted: string[]])[] = [
    ['tap', ['tap'], 'tap'],
    ['tap', ['top', 'type', 'swipe'], 'top'],
    ['ta', ['a', 'tab', 'tabs'], 'a', 'tab'],
    ['a', ['b', 'bc'], 'b'],
    ['', ['a', 'ab'], 'a'],
    ['tap', ['', 'ap', 'tp', 'taps', 'xtap', 'taxp', 'txp', 'pat'], 'ap', 'tp', 'taps'],
    ['kitten', ['sitting', 'mitten', 'sitten', 'smitten', 'kit'], 'mitten', 'sitten', 'smitten'],
    ['latitude', ['longitude', 'altitude', 'attitude'], 'altitude', 'attitude'],
    ['abcdef', ['abcd', 'abc', 'cdef', 'def', 'badcfe'], 'abcd', 'cdef'],
    ['ENABLE', ['enabled', 'Enable'], 'Enable', 'enabled'],
    ['screen', ['nothing'], ...[]],
  ];
  for (const [word, candidates, ...wanted] of cases) {
    it(`suggestions for a mistyped word are ${wanted.join(', ') || 'none'} for “${word}” among ${candidates.join(', ')}`, () => {
      assert.deepEqual(similarTo(word, candidates), wanted);
    });
  }

  it('suggestions for a mistyped word are the few most similar of many', () => {
    const candidates = ['abcdefghX', 'abcdefgXX', 'abcdefXXX', 'abcdefghi', 'abcdeXXXX'];
    const found = similarTo('abcdefghi', candidates);
    assert.deepEqual(found, ['abcdefghi', 'abcdefghX', 'abcdefgXX']);
    assert.equal(found.length, MAX_SUGGESTIONS);
  });
});
