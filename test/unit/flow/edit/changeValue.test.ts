import assert from 'node:assert/strict';
import { applyEdit } from '../../../../src/flow/edit/applyEdit.ts';
import type { FlowEdit, ValueLocation } from '../../../../src/flow/edit/flowEdit.ts';
import { applyEdits } from '../../../../src/flow/document/textEdits.ts';
import type { PathSegment } from '../../../../src/flow/template.ts';

/** The text after an edit. */
function after(text: string, edit: FlowEdit): string {
  const outcome = applyEdit(text, edit);
  if (outcome.kind === 'refused') assert.fail(outcome.sentence);
  return applyEdits(text, outcome.edits);
}

/** Why an edit is refused. */
function refusal(text: string, edit: FlowEdit): string {
  const outcome = applyEdit(text, edit);
  return outcome.kind === 'refused' ? outcome.sentence : assert.fail('It is not refused.');
}

const setting = (...path: PathSegment[]): ValueLocation => ({ in: 'settings', path });
const param = (...path: PathSegment[]): ValueLocation => ({ in: 'params', step: [0], path });
const set = (location: ValueLocation, value: unknown): FlowEdit => ({ kind: 'set', location, value });
const remove = (location: ValueLocation): FlowEdit => ({ kind: 'remove', location });

const COMMENTED = `{
    // the night run
    "name" : "A",   /* short */
    "actions": [
        { "actionId": "x", "overrides": { "params": { "b": 1, "a": [1,2 , 3] } } } // first
    ],
    "mine": {"kept":true},
}
`;

it('an edit of a value changes only the value', () => {
  assert.equal(after(COMMENTED, set(setting('name'), 'B')), COMMENTED.replace('"A"', '"B"'));
  assert.equal(after(COMMENTED, set(param('a', 1), 7)), COMMENTED.replace('1,2 , 3', '1,7 , 3'));
  assert.equal(after(COMMENTED, set(param('a'), [1, 2, 4])), COMMENTED.replace(', 3', ', 4'));
});

it('an edit of a value changes nothing if the file already has the value, in any notation', () => {
  const text = '{"name":"\\u0041","actions":[{"actionId":"x","overrides":{"params":{"n":1e1}}}]}';
  assert.equal(after(text, set(setting('name'), 'A')), text);
  assert.equal(after(text, set(param('n'), 10)), text);
});

it('an edit of a value adds a field in the usual order and in the formatting of the file', () => {
  assert.equal(
    after('{\r\n\t"name": "A",\r\n\t"actions": []\r\n}\r\n', set(setting('triggerId'), 'T')),
    '{\r\n\t"name": "A",\r\n\t"triggerId": "T",\r\n\t"actions": []\r\n}\r\n',
  );
  assert.equal(
    after('{"actions":[{"actionId":"x","children":[]}]}', set(param('deep', 'er'), 1)),
    '{"actions":[{"actionId":"x","overrides":{"params":{"deep":{"er":1}}},"children":[]}]}',
  );
  assert.equal(
    after('{ "actions": [{ "actionId": "x" }] }', {
      kind: 'set',
      location: { in: 'step', step: [0], path: ['continueOnError'] },
      value: true,
    }),
    '{ "actions": [{ "actionId": "x", "continueOnError": true }] }',
  );
});

it('an edit of a value works if the last line of an object ends with a comma or a comment', () => {
  const text = '{\n  "name": "A", // why\n  "actions": [], // none\n}\n';
  assert.equal(
    after(text, set(setting('mine'), 1)),
    '{\n  "name": "A", // why\n  "actions": [], // none\n  "mine": 1,\n}\n',
  );
  assert.equal(
    after('{\n  "name": "A" // why\n}', set(setting('mine'), [])),
    '{\n  "name": "A", // why\n  "mine": []\n}',
  );
});

it('an edit of a value removes a property with its comma and its comments', () => {
  assert.equal(
    after('{\n  "a": 1,\n  // about b\n  "b": 2, // b\n  "c": 3\n}', remove(setting('b'))),
    '{\n  "a": 1,\n  "c": 3\n}',
  );
  assert.equal(after('{ "a": 1, "b": 2 }', remove(setting('b'))), '{ "a": 1 }');
  assert.equal(after('{ "a": 1, "b": 2 }', remove(setting('a'))), '{ "b": 2 }');
  assert.equal(after('{ "a": 1 }', remove(setting('b'))), '{ "a": 1 }');
});

it('an edit of a value removes parameters that become empty', () => {
  assert.equal(
    after('{"actions":[{"actionId":"x","overrides":{"params":{"a":1}},"m":1}]}', remove(param('a'))),
    '{"actions":[{"actionId":"x","m":1}]}',
  );
  assert.equal(
    after('{"actions":[{"actionId":"x","overrides":{"name":"n","params":{"a":1,"b":2}}}]}', remove(param())),
    '{"actions":[{"actionId":"x","overrides":{"name":"n"}}]}',
  );
});

it('an edit of a value keeps an empty object that contains a comment', () => {
  const text = '{"actions":[{"actionId":"x","overrides":{"params":{\n// keep me\n\n"a":1\n// and me\n}}}]}';
  const left = after(text, remove(param('a')));
  assert.match(left, /keep me/);
  assert.match(left, /and me/);
});

it('an edit of a value inserts items into lists and moves them', () => {
  const text = '{"actions":[{"actionId":"x","overrides":{"params":{"a":[ 1, /* two */ 2, 3 ]}}}]}';
  const put: FlowEdit = { kind: 'insertItem', location: param('a'), index: 1, value: 9 };
  assert.match(after(text, put), /\[ 1, 9, \/\* two \*\/ 2, 3 \]/);
  const move: FlowEdit = { kind: 'moveItem', location: param('a'), from: 1, to: 2 };
  assert.match(after(text, move), /\[ 1, 3, \/\* two \*\/ 2 \]/);
  const fresh: FlowEdit = { kind: 'insertItem', location: param('new'), index: 0, value: 'x' };
  assert.match(after(text, fresh), /"new": \["x"\]/);
});

it('an edit of a value renames a property in place, and never overwrites another one', () => {
  const text = '{"actions":[{"actionId":"x","overrides":{"params":{"a" : 1, "b":2}}}]}';
  const rename = (name: string): FlowEdit => ({ kind: 'renameKey', location: param('a'), name });
  assert.equal(after(text, rename('c"')), text.replace('"a" :', '"c\\"" :'));
  assert.equal(refusal(text, rename('b')), 'There is a property “b” already.');
});

it('an edit of a value sets and removes the name of a step', () => {
  const text = '{"actions":[{"actionId":"x","position":1}]}';
  const named = after(text, { kind: 'renameStep', step: [0], name: 'Wait' });
  assert.equal(named, '{"actions":[{"actionId":"x","position":1,"nameOverride":"Wait"}]}');
  assert.equal(after(named, { kind: 'renameStep', step: [0], name: '' }), text);
});

it('an edit of a value starts a flow in an empty file, and keeps its line breaks', () => {
  assert.equal(after('', set(setting('name'), 'A')), '{\n  "name": "A"\n}\n');
  assert.equal(after('\r\n', set(setting('name'), 'A')), '{\r\n  "name": "A"\r\n}\r\n');
  assert.equal(after('\ufeff{}', set(setting('name'), 'A')).charAt(0), '\ufeff');
});

it('an edit of a value uses only the last of duplicate names, and removes all of them', () => {
  const text = '{"name":"A","name":"B"}';
  assert.equal(after(text, set(setting('name'), 'C')), '{"name":"A","name":"C"}');
  assert.equal(after(text, remove(setting('name'))), '{}');
});

it('an edit of a value refuses invalid edits with one sentence', () => {
  assert.match(refusal('{"name":', set(setting('name'), 'A')), /^Line 1 of the file is not JSON/);
  assert.match(refusal('[]', set(setting('name'), 'A')), /does not contain a flow/);
  assert.match(refusal('{"actions":[]}', set(param('a'), 1)), /^There is no step 1; the flow has changed/);
  assert.match(refusal('{}', set(setting('actions'), [])), /one by one/);
  assert.match(refusal('{"name":"A"}', set(setting('name', 'x'), 1)), /There is no place for “name/);
  assert.match(refusal('{}', set(setting('a'), undefined)), /no value/);
});
