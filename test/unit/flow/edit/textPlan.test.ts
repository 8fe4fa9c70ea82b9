import assert from 'node:assert/strict';
import { parseJson } from '../../../../src/flow/document/jsonTree.ts';
import {
  readListNodes,
  commentsOf,
  endsInLineComment,
  isCommented,
} from '../../../../src/flow/edit/listNodes.ts';
import { layoutOf, lineIndent, reindent, writeValue } from '../../../../src/flow/edit/layout.ts';
import { TextPlan } from '../../../../src/flow/edit/textPlan.ts';
import { applyEdits } from '../../../../src/flow/document/textEdits.ts';

/** Returns a JSON text after it gets a value, and the changed parts. */
function given(text: string, value: unknown): readonly [text: string, ...touched: string[]] {
  const plan = new TextPlan(text, parseJson(text).root!);
  plan.setValue(plan.root, value);
  const edits = plan.edits();
  return [applyEdits(text, edits), ...edits.map(({ start, end }) => text.slice(start, end))];
}

describe('flow/edit/textPlan: text that gets another value', () => {
  it('a text that gets another value keeps the notation of what is unchanged', () => {
    assert.deepEqual(given('{ "a" : 1e1, "b":[ 1 ,2 ] }', { b: [1, 2], a: 10 }), [
      '{ "a" : 1e1, "b":[ 1 ,2 ] }',
    ]);
    assert.deepEqual(given('{ "a" : 1, "b": 2 }', { a: 1, b: 3 }), ['{ "a" : 1, "b": 3 }', '2']);
    assert.deepEqual(given('{ "a" : {"x" :1}, "b": 2 }', { a: { x: 5 }, b: 2 }), [
      '{ "a" : {"x" :5}, "b": 2 }',
      '1',
    ]);
  });

  it('a text that gets another value gains and loses properties', () => {
    assert.equal(given('{ "a": 1, "b": 2, "c": 3 }', { a: 1, c: 3 })[0], '{ "a": 1, "c": 3 }');
    assert.equal(given('{ "a": 1 }', { a: undefined, b: 2 })[0], '{ "b": 2 }');
    assert.equal(given('{ "a": 1 }', { a: 1, b: undefined })[0], '{ "a": 1 }');
    assert.equal(given('{}', { a: 1, b: [true] })[0], '{\n  "a": 1,\n  "b": [true]\n}');
    assert.equal(given('{"a":1}', { a: 1, b: 2 })[0], '{"a":1,"b":2}');
    assert.equal(given('{ "a": 1, "a": 2 }', { a: 3 })[0], '{ "a": 1, "a": 3 }');
    assert.equal(given('{ "toString": 1 }', {})[0], '{}');
  });

  it('a text that gets another value keeps the items at both ends of a list, and changes those between in place', () => {
    const list = '[ 1, /* b */ 2, 3,4 ]';
    assert.deepEqual(given(list, [1, 2, 3, 4]), [list]);
    assert.deepEqual(given(list, [1, 5, 3, 4]), ['[ 1, /* b */ 5, 3,4 ]', '2']);
    assert.deepEqual(given(list, [1, 3, 4]), ['[ 1, 3,4 ]', ' /* b */ 2,']);
    assert.equal(given(list, [1, 2, 3, 4, 5])[0], '[ 1, /* b */ 2, 3,4, 5 ]');
    assert.equal(given(list, [1, 2, 9, 3, 4])[0], '[ 1, /* b */ 2, 9, 3,4 ]');
    assert.equal(given('[1,2,3]', [2, 3])[0], '[2,3]');
    assert.equal(given('[1,2,3]', [1])[0], '[1]');
    assert.equal(given('[1,2,3]', [])[0], '[]');
    assert.equal(given('[1,1]', [1, 1, 1])[0], '[1,1,1]');
    assert.equal(given('[1,2]', [3, 4, 5])[0], '[3,4,5]');
    assert.equal(given('[[1], [2]]', [[1], [2, 3]])[0], '[[1], [2, 3]]');
  });

  it('a text that gets another value is formatted like the file if the kind of a value changes', () => {
    assert.equal(
      given('{\n  "a": 1\n}', { a: { b: [1], c: {} } })[0],
      '{\n  "a": {\n    "b": [1],\n    "c": {}\n  }\n}',
    );
    assert.equal(given('{ "a": 1 }', { a: { b: [1] } })[0], '{ "a": { "b": [1] } }');
    assert.equal(given('{"a":1}', { a: { b: [1, 2] } })[0], '{"a":{"b":[1,2]}}');
    assert.equal(
      given('{\n\t"a": {\n\t\t"b": 1\n\t}\n}', { a: [{ c: 1 }] })[0],
      '{\n\t"a": [\n\t\t{\n\t\t\t"c": 1\n\t\t}\n\t]\n}',
    );
    assert.equal(given('7', { a: 1 })[0], '{\n  "a": 1\n}');
  });

  it('a text that gets another value reuses nothing if there is no list to take an item from', () => {
    const plan = new TextPlan('{}', parseJson('{}').root!);
    plan.remove(plan.root);
    assert.deepEqual(plan.edits(), []);
    assert.equal(plan.textOf(plan.root), '{}');
  });
});

describe('flow/edit/textPlan: formatting of a text', () => {
  it('the formatting of a text has its line breaks, its indentation, and its spaces', () => {
    assert.deepEqual(layoutOf('{\r\n    "a": 1\r\n}'), {
      eol: '\r\n',
      unit: '    ',
      lines: true,
      space: ' ',
    });
    assert.deepEqual(layoutOf('{\n\t\t"a":1\n}'), { eol: '\n', unit: '\t', lines: true, space: ' ' });
    assert.deepEqual(layoutOf('{"a":1}'), { eol: '\n', unit: '  ', lines: false, space: '' });
    assert.deepEqual(layoutOf('{"a": 1}\n'), { eol: '\n', unit: '  ', lines: false, space: ' ' });
    assert.deepEqual(layoutOf('[1, 2]'), { eol: '\n', unit: '  ', lines: false, space: ' ' });
    assert.deepEqual(layoutOf('{}'), { eol: '\n', unit: '  ', lines: true, space: ' ' });
    assert.deepEqual(layoutOf('[1]'), { eol: '\n', unit: '  ', lines: false, space: ' ' });
    assert.deepEqual(layoutOf('{\r  "a": 1\r}'), { eol: '\r', unit: '  ', lines: true, space: ' ' });
  });

  it('the formatting of a text has short lists of plain values on one line and long ones on several', () => {
    const layout = layoutOf('{}');
    assert.equal(writeValue([1, 'a', null, true], layout, ''), '[1, "a", null, true]');
    const long = Array.from({ length: 40 }, (_, index) => index);
    assert.equal(writeValue(long, layout, ''), JSON.stringify(long, undefined, 2));
    assert.equal(writeValue([], layout, ''), '[]');
    assert.equal(writeValue({}, layout, ''), '{}');
    const nested = { a: [{ b: {} }], c: 'd' };
    assert.equal(writeValue(nested, layout, ''), JSON.stringify(nested, undefined, 2));
    assert.equal(writeValue(nested, layout, undefined), '{ "a": [{ "b": {} }], "c": "d" }');
  });

  it('the formatting of a text has the indentation of a line, and can change it', () => {
    assert.equal(lineIndent('{\n  \t"a": 1\n}', 6), '  \t');
    assert.equal(lineIndent('  {}', 2), '  ');
    assert.equal(lineIndent('{ }', 1), '');
    assert.equal(reindent('{\n    "a": 1\n  }', '  ', '\t'), '{\n\t  "a": 1\n\t}');
    assert.equal(reindent('{\n "a": 1\n}', '    ', ''), '{\n "a": 1\n}');
  });
});

describe('flow/edit/textPlan: comments of a list item', () => {
  const listed = (text: string): readonly string[] => {
    const { root } = parseJson(text);
    const { cells, closing } = readListNodes(text, root!);
    const cut = ({ start, end }: { start: number; end: number }): string => text.slice(start, end);
    return [
      ...cells.map(cell => [cell.loose, cell.lead, cell.middle, cell.tail].map(cut).join('|')),
      cut(closing),
    ];
  };

  it('the comments of a list item are those on its line and directly above it', () => {
    assert.deepEqual(listed('[1,2]'), ['|||', '|||', '']);
    assert.deepEqual(listed('[\n // a\n 1, // one\n 2\n]'), [
      '|\n // a\n ||// one'.replace('||//', '|| //'),
      '|\n ||',
      '\n',
    ]);
    assert.deepEqual(listed('[ // list\n 1 /* x */ , /* y */ 2 // two\n]'), [
      ' // list|\n | /* x */ |',
      '| /* y */ || // two',
      '\n',
    ]);
    assert.deepEqual(listed('[1, // one\n\n // of the list\n\n // of two\n 2]'), [
      '||| // one',
      '\n\n // of the list\n|\n // of two\n ||',
      '',
    ]);
    assert.deepEqual(listed('[1 // end\n]'), ['||| // end', '\n']);
    assert.deepEqual(listed('[1 /* end */]'), ['||| /* end */', '']);
    assert.deepEqual(listed('[]'), ['']);
    assert.deepEqual(listed('[1,]'), ['|||', '']);
  });

  it('the comments of a list item are moved with it in order', () => {
    const text = '[\n // a\n /* b */ 1 /* c */, // d\n 2]';
    const [cell] = readListNodes(text, parseJson(text).root!).cells;
    assert.deepEqual(commentsOf(text, cell!), { before: ['// a', '/* b */'], behind: ['/* c */', '// d'] });
  });

  it('the comments of a list item are found for a property, also between its name and its value', () => {
    const remarked = (text: string): boolean => isCommented(text, parseJson(text).root!.children![0]!);
    assert.equal(remarked('{ "a": 1, "b": 2 } // c'), false);
    assert.equal(remarked('{ "a": /* c */ 1 }'), true);
    assert.equal(remarked('{ // c\n "a": 1 }'), false);
    assert.equal(remarked('{\n // c\n "a": 1 }'), true);
    assert.equal(remarked('{ "a": 1, // c\n "b": 2 }'), true);
    assert.equal(remarked('{ "a": 1 /* c */, "b": 2 }'), true);
    assert.equal(remarked('{ "a": 1, "b": /* c */ 2 }'), false);
  });

  it('the comments of a list item require a line break after a line comment', () => {
    assert.equal(endsInLineComment(' // a'), true);
    assert.equal(endsInLineComment(' // a\n'), false);
    assert.equal(endsInLineComment('/* // a */'), false);
    assert.equal(endsInLineComment(''), false);
  });
});
