import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { checkEntry, findProblems } from '../../../../src/flow/check/checkEntry.ts';
import { FlowChecker } from '../../../../src/flow/check/flowChecker.ts';
import { SchemaCache } from '../../../../src/flow/check/schemaCache.ts';
import { editFlow, type FlowDocument, parseFlow } from '../../../../src/flow/document/flowDocument.ts';
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
  document: FlowDocument,
  { from, length, text }: { from: number; length: number; text: string },
): FlowDocument {
  const start = from % (document.text.length + 1);
  const end = Math.min(document.text.length, start + length);
  const next = document.text.slice(0, start) + text + document.text.slice(end);
  const after = editFlow(document, { start, end, text }, next);
  assert.equal(after.text, next);
  return after;
}

describe('a flow document', () => {
  it('matches a newly parsed one after any edits, as do its findings', () => {
    const catalog = sampleCatalog();
    const schemas = new SchemaCache();
    const checker = new FlowChecker(catalog, schemas);
    fc.assert(
      fc.property(fc.constantFrom(...samples), fc.array(cut, { maxLength: 6 }), (text, cuts) => {
        let document = parseFlow(text);
        for (const one of cuts) {
          document = edited(document, one);
          const fresh = parseFlow(document.text);
          assert.deepEqual(document.starts, fresh.starts);
          assert.equal(document.envelope.text, fresh.envelope.text);
          assert.deepEqual(document.envelope.entryOffsets, fresh.envelope.entryOffsets);
          assert.deepEqual(
            document.entries.map(entry => entry.text),
            fresh.entries.map(entry => entry.text),
          );
          assert.deepEqual(checker.check(document), new FlowChecker(catalog).check(fresh));
          for (const entry of document.entries) {
            assert.deepEqual(
              checkEntry(entry, catalog, schemas),
              findProblems(entry, catalog, schemas),
              entry.text,
            );
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  for (const [name, at] of [
    ['before', 'start'],
    ['after', 'end'],
  ] as const) {
    for (const typed of ['2', '.5', 'e1', 'x', '-'])
      it(`has the same findings after “${typed}” ${name} an entry as a newly parsed text`, () => {
        const text = '{"actions": [{"actionId": "a"}, {"actionId": "b"}, {"actionId": "c"}]}';
        const before = parseFlow(text);
        const [, start = 0] = before.starts;
        const from = at === 'start' ? start : start + (before.entries[1]?.text.length ?? 0);
        const document = edited(before, { from, length: 0, text: typed });
        const check = (flow: FlowDocument): unknown => new FlowChecker(sampleCatalog()).check(flow);
        assert.deepEqual(check(document), check(parseFlow(document.text)));
        assert.doesNotMatch(JSON.stringify(check(document)), /not \d*0/);
      });
  }

  it('reuses entries that a change does not affect', () => {
    const document = parseFlow(samples[0]!);
    const at = document.text.indexOf('20', document.starts[0]);
    const change = { start: at, end: at + 2, text: '5' };
    const next = editFlow(document, change, document.text.slice(0, at) + '5' + document.text.slice(at + 2));
    assert.equal(next.envelope, document.envelope);
    assert.notEqual(next.entries[0], document.entries[0]);
    for (const [index, entry] of next.entries.entries()) {
      if (index > 0) assert.equal(entry, document.entries[index]);
      assert.equal(next.text.slice(next.starts[index], next.starts[index]! + entry.text.length), entry.text);
    }
  });

  it('reuses the entries before and after an inserted or removed one', () => {
    const [sample = ''] = samples.filter(text => parseFlow(text).entries.length > 3);
    const document = parseFlow(sample);
    const at = document.starts[2] ?? 0;
    const text = `${document.entries[0]?.text ?? ''}, `;
    const more = editFlow(
      document,
      { start: at, end: at, text },
      sample.slice(0, at) + text + sample.slice(at),
    );
    assert.equal(more.entries.length, document.entries.length + 1);
    for (const [index, entry] of document.entries.entries())
      assert.equal(more.entries[index < 2 ? index : index + 1], entry);
    const less = editFlow(more, { start: at, end: at + text.length, text: '' }, sample);
    for (const [index, entry] of document.entries.entries()) assert.equal(less.entries[index], entry);
    assert.deepEqual(less.starts, document.starts);
    assert.equal(less.envelope.text, document.envelope.text);
  });

  it('reports an entry that is nested too deeply as such', () => {
    const deep = `{"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    const found = new FlowChecker(sampleCatalog()).check(parseFlow(`{"actions":[${deep}]}`));
    const inside = found.filter(({ start }) => start === '{"actions":['.length);
    assert.deepEqual(
      inside.map(({ message }) => message),
      ['This is nested too deep to be read.'],
    );
  });

  it('reuses moved entries', () => {
    const document = parseFlow('{"actions":[{"position":1},{"position":2}]}');
    const text = '{"actions":[{"position":2},{"position":1}]}';
    const next = parseFlow(text, document);
    assert.equal(next.entries[0], document.entries[1]);
    assert.equal(next.entries[1], document.entries[0]);
  });

  it('reports each of very many comments, in linear time', () => {
    const count = 100_000;
    const { envelope } = parseFlow(`{"name":"A",${'//\n'.repeat(count)}"actions":[]}`);
    assert.equal(envelope.syntax.length, count);
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
    it(`can be created from ${JSON.stringify(text.slice(0, 40))}`, () => {
      const found = new FlowChecker(sampleCatalog()).check(parseFlow(text));
      assert.ok(found.length > 0);
      for (const { start, end } of found) assert.ok(start >= 0 && end >= start && start <= text.length);
    });
  }
});
