import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { FlowChecker } from '../../../../src/flow/check/flowChecker.ts';
import { editFlow, type FlowDocument, parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { sampleCatalogue } from '../../../support/sampleCatalogue.ts';

const folder = join(import.meta.dirname, '../../../../examples');
const samples = readdirSync(folder)
  .filter(name => name.endsWith('.flow.json'))
  .map(name => readFileSync(join(folder, name), 'utf8'));

const snippets = [
  ...['{', '}', '[', ']', ',', ':', '"', '\\', '//', '/*', '*/', '\n', '0', '1', '2', 'x', 'null', 'é'],
  ...['{{steps[9].output.x}}', '"children": [{}],', '{ "position": 1 },', '"actions": [],', '{}', ''],
];
const cut = fc.record({
  from: fc.nat(),
  length: fc.oneof(fc.nat(3), fc.nat(400)),
  text: fc.oneof(fc.constantFrom(...snippets), fc.string({ maxLength: 4 })),
});

function edited(
  document: FlowDocument,
  { from, length, text }: { from: number; length: number; text: string },
): FlowDocument {
  const start = from % (document.text.length + 1);
  const end = Math.min(document.text.length, start + length);
  const next = document.text.slice(0, start) + text + document.text.slice(end);
  return editFlow(document, { start, end, text }, next);
}

describe('a flow document', () => {
  it('after any edits is what it would be from scratch, and so is what is found in it', () => {
    const catalogue = sampleCatalogue();
    const checker = new FlowChecker(catalogue);
    fc.assert(
      fc.property(fc.constantFrom(...samples), fc.array(cut, { maxLength: 6 }), (text, cuts) => {
        let document = parseFlow(text);
        for (const one of cuts) {
          document = edited(document, one);
          const fresh = parseFlow(document.text);
          assert.deepEqual(document.starts, fresh.starts);
          assert.deepEqual(
            document.entries.map(entry => entry.text),
            fresh.entries.map(entry => entry.text),
          );
          assert.deepEqual(checker.check(document), new FlowChecker(catalogue).check(fresh));
        }
      }),
      { numRuns: 150 },
    );
  });

  it('keeps the entries that a change does not touch', () => {
    const document = parseFlow(samples[0]!);
    const at = document.text.indexOf('20', document.starts[0]);
    const change = { start: at, end: at + 2, text: '5' };
    const next = editFlow(document, change, document.text.slice(0, at) + '5' + document.text.slice(at + 2));
    assert.equal(next.skeleton, document.skeleton);
    assert.notEqual(next.entries[0], document.entries[0]);
    for (const [index, entry] of next.entries.entries()) {
      if (index > 0) assert.equal(entry, document.entries[index]);
      assert.equal(next.text.slice(next.starts[index], next.starts[index]! + entry.text.length), entry.text);
    }
  });

  it('keeps entries that move', () => {
    const document = parseFlow('{"actions":[{"position":1},{"position":2}]}');
    const text = '{"actions":[{"position":2},{"position":1}]}';
    const next = parseFlow(text, document);
    assert.equal(next.entries[0], document.entries[1]);
    assert.equal(next.entries[1], document.entries[0]);
  });

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
    it(`is made of ${JSON.stringify(text.slice(0, 40))}`, () => {
      const found = new FlowChecker(sampleCatalogue()).check(parseFlow(text));
      assert.ok(found.length > 0);
      for (const { start, end } of found) assert.ok(start >= 0 && end >= start && start <= text.length);
    });
  }
});
