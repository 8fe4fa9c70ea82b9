import assert from 'node:assert/strict';
import { applyEdits, changeBetween } from '../../../../src/flow/document/textEdits.ts';

describe('flow/document/textEdits', () => {
  const pairs = [
    ['', 'a'],
    ['a', ''],
    ['abc', 'abXc'],
    ['aaa', 'aa'],
    ['aa', 'aaaa'],
    ['abab', 'ab'],
    ['start middle end', 'start other end'],
  ] as const;

  for (const [before, after] of pairs) {
    it(`the change between two texts turns “${before}” into “${after}” by one edit`, () => {
      const edits = changeBetween(before, after);
      assert.equal(edits.length, 1);
      assert.equal(applyEdits(before, edits), after);
    });
  }

  it('the change between two texts keeps what both texts begin and end with', () => {
    assert.deepEqual(changeBetween('start middle end', 'start other end'), [
      { start: 6, end: 12, text: 'other' },
    ]);
  });

  it('the change between two texts is empty for equal texts', () => {
    assert.deepEqual(changeBetween('same', 'same'), []);
  });
});
