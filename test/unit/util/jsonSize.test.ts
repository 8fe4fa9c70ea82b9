import assert from 'node:assert/strict';
import { hasMoreValues, isDeeperThan } from '../../../src/util/jsonSize.ts';

describe('util/jsonSize', () => {
  const counts: readonly (readonly [text: string, values: number])[] = [
    ['[1,2,3,4,5,6,7,8]', 8],
    ['{"a":{"b":[]},"cc":[[],"dddddddddd"]}', 7],
    [`["${',[{'.repeat(20)}",1]`, 2],
    [`["\\"${',[{'.repeat(20)}","\\\\",1]`, 3],
  ];
  for (const [text, values] of counts) {
    it(`the size of JSON of ${text.slice(0, 20)} is ${values} values`, () => {
      const bytes = Buffer.from(text);
      assert.ok(hasMoreValues(bytes, values - 1));
      assert.ok(!hasMoreValues(bytes, values));
    });
  }

  it('the size of JSON is not computed if the text is too short for the maximum', () => {
    assert.ok(!hasMoreValues(Buffer.from('[,,,'), 2));
    assert.ok(hasMoreValues(Buffer.from('[,,,,'), 2));
  });

  it('the size of JSON is the depth of nested lists and objects', () => {
    const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
    assert.ok(isDeeperThan(0, []) && !isDeeperThan(1, []));
    assert.ok(isDeeperThan(2, { a: 1, b: null, c: [{}] }) && !isDeeperThan(3, { a: 1, c: [{}] }));
    assert.ok(isDeeperThan(500, [1, deep(500)]) && !isDeeperThan(500, [1, deep(499)]));
    assert.ok(isDeeperThan(500, deep(1_000_000)));
    for (const plain of [1, 'text', null, true]) assert.ok(!isDeeperThan(0, plain));
  });
});
