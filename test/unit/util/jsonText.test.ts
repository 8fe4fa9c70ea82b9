import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { indentJson } from '../../../src/util/jsonText.ts';

it('indented JSON is formatted like JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      const text = JSON.stringify(value);
      assert.equal(indentJson(text), JSON.stringify(JSON.parse(text), undefined, 2));
    }),
  );
});

it('indented JSON keeps numbers, escapes, and duplicate names unchanged', () => {
  assert.equal(
    indentJson(' {"a" :1.0,"a":9007199254740993 , "b\\u0041\\"":[ ],\n"c":{ }} '),
    '{\n  "a": 1.0,\n  "a": 9007199254740993,\n  "b\\u0041\\"": [],\n  "c": {}\n}',
  );
});

it('indented JSON is not created from other text or JSON with excessive nesting', () => {
  for (const text of ['', 'a', '{"a":}', 'a=1&b=2']) assert.equal(indentJson(text), undefined, text);
  assert.ok(indentJson('['.repeat(100) + ']'.repeat(100)));
  assert.equal(indentJson('['.repeat(50_000) + ']'.repeat(50_000)), undefined);
});
