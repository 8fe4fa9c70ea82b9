import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { checkFlow, CheckMemo, FlowCheck } from '../../../../src/flow/check/checkFlow.ts';
import { parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { sampleCatalog } from '../../../support/sampleCatalog.ts';

const folder = join(import.meta.dirname, '../../../../examples');
const samples = readdirSync(folder)
  .filter(name => name.endsWith('.flow.json'))
  .map(name => readFileSync(join(folder, name), 'utf8'));

const snippets = [
  ...['{', '}', '[', ']', ',', ':', '"', '\\', '//', '/*', '*/', '\n', '0', '1', '2', 'x', 'null', 'é'],
  ...['{{steps[9].output.x}}', '"children": [{}],', '{ "position": 1 },', '"actions": [],', '{}', ''],
  ...['"position": 1, "position": 2,', '"__proto__": {},', '"\\u007b{item}}"', '":"', '{"a": {"a": []}},'],
];
const cut = fc.record({
  from: fc.nat(),
  length: fc.oneof(fc.nat(3), fc.nat(400)),
  text: fc.oneof(fc.constantFrom(...snippets), fc.string({ maxLength: 4 })),
});

function edited(
  text: string,
  { from, length, text: more }: { from: number; length: number; text: string },
): string {
  const start = from % (text.length + 1);
  return text.slice(0, start) + more + text.slice(start + length);
}

describe('flow/document/flowDocument', () => {
  it('a flow document has the same findings after any edits, with and without those of earlier versions', () => {
    const catalog = sampleCatalog();
    fc.assert(
      fc.property(fc.constantFrom(...samples), fc.array(cut, { maxLength: 6 }), (first, cuts) => {
        const memo = new CheckMemo();
        let text = first;
        for (const one of cuts) {
          text = edited(text, one);
          const known = new FlowCheck(parseFlow(text), catalog, memo).finish();
          assert.deepEqual(known, checkFlow(parseFlow(text), catalog), text);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('a flow document reports the first bracket that is nested too deeply', () => {
    const before = '{"actions":[{},{"x":';
    const text = `${before}${'['.repeat(50_000)}${']'.repeat(50_000)}}]}`;
    const found = checkFlow(parseFlow(text), sampleCatalog());
    assert.deepEqual(
      found.map(({ start, end, message }) => [start, end, message]),
      [[before.length + 497, before.length + 498, 'This is nested too deep to be read.']],
    );
  });

  it('a flow document with too many values is not read, and says so', () => {
    const text = `{"actions":[${'{},'.repeat(300_000)}{}]}`;
    assert.deepEqual(
      checkFlow(parseFlow(text), sampleCatalog()).map(({ message }) => message),
      ['The file has more than 500000 values, too many to be read.'],
    );
  });

  it('a flow document reports each of very many comments, in linear time', () => {
    const count = 100_000;
    const { syntax } = parseFlow(`{"name":"A",${'//\n'.repeat(count)}"actions":[]}`);
    assert.equal(syntax.length, count);
  }).timeout(6000);

  const odd = [
    '',
    ' ',
    '[]',
    '1',
    '{',
    '{"actions":',
    '{"actions":[',
    '{"actions":[{',
    '{"actions":[{}',
    '{"actions":{}}',
  ];
  for (const text of [
    ...odd,
    '{"actions":[0,{},"a",{]},{}]}',
    '{"x":{"actions":[{}]}}',
    '\ufeff{"actions":[{}]}',
    '['.repeat(20000),
  ]) {
    it(`a flow document can be created from ${JSON.stringify(text.slice(0, 40))}`, () => {
      const found = checkFlow(parseFlow(text), sampleCatalog());
      assert.ok(found.length > 0);
      for (const { start, end } of found) assert.ok(start >= 0 && end >= start && start <= text.length);
    });
  }
});
