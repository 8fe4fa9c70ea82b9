import assert from 'node:assert/strict';
import {
  expressionBeside,
  extendToExpressions,
  replaceRange,
  selectedExpression,
  startedExpression,
} from '../../../../../src/webview/flowEditor/values/textRange.ts';

const TEXT = 'ab{{item}}{{index}}c';
const ITEM = { start: 2, end: 10 };

function rangeOf(range: { readonly start: number; readonly end: number } | undefined): string | undefined {
  return range && TEXT.slice(range.start, range.end);
}

it('a range of a text with expressions is the expression beside the caret', () => {
  assert.equal(rangeOf(expressionBeside(TEXT, 10, 'before')), '{{item}}');
  assert.equal(rangeOf(expressionBeside(TEXT, 10, 'after')), '{{index}}');
  assert.equal(expressionBeside(TEXT, 1, 'after'), undefined);
  assert.equal(expressionBeside(TEXT, 5, 'before'), undefined);
});

it('a range of a text with expressions selects an expression only exactly', () => {
  assert.equal(selectedExpression(TEXT, ITEM), '{{item}}');
  assert.equal(selectedExpression(TEXT, { start: 1, end: 10 }), undefined);
  assert.equal(selectedExpression(TEXT, { start: 2, end: 19 }), undefined);
});

it('a range of a text with expressions never cuts an expression in two', () => {
  assert.deepEqual(extendToExpressions(TEXT, { start: 5, end: 6 }), ITEM);
  assert.deepEqual(extendToExpressions(TEXT, { start: 1, end: 12 }), { start: 1, end: 19 });
  assert.deepEqual(extendToExpressions(TEXT, { start: 2, end: 10 }), ITEM);
  assert.deepEqual(extendToExpressions(TEXT, { start: 10, end: 10 }), { start: 10, end: 10 });
});

it('a range of a text with expressions is replaced, with the caret behind', () => {
  assert.deepEqual(replaceRange(TEXT, ITEM, '{{a}}'), { text: 'ab{{a}}{{index}}c', caret: 7 });
});

it('a range of a text with expressions is an expression that is not closed before the caret', () => {
  assert.deepEqual(startedExpression('a {{', 4), { start: 2, end: 4 });
  assert.deepEqual(startedExpression('a {{ste}}', 7), { start: 2, end: 7 });
  assert.equal(startedExpression('a {{item}}', 10), undefined);
  assert.equal(startedExpression('a {', 3), undefined);
});
