import assert from 'node:assert/strict';
import type { ValueChoice } from '../../../../../src/protocol/flowValues.ts';
import {
  closedExpression,
  memberExpression,
  pickerRows,
} from '../../../../../src/webview/flowEditor/values/pickerRows.ts';

function choice(
  expression: string,
  group: string,
  name: string,
  more: Partial<ValueChoice> = {},
): ValueChoice {
  const known = { type: 'text', sample: undefined, problem: undefined, hasFields: false, isOpen: false };
  return { expression, parts: [group, name], group, name, ...known, ...more };
}

const output = choice('{{steps.wait.body}}', '4 Wait', '', { type: 'object', hasFields: true });
const code = choice('{{steps.wait.body.code}}', '4 Wait', 'code');
const unknown = choice('{{steps.read.body}}', '1 Read', '', { type: undefined, isOpen: true });
const flow = choice('{{flow.name}}', 'Flow and device', 'Flow › name');

function rows(query: string, choices: readonly ValueChoice[], inside?: ValueChoice): readonly string[] {
  const found = pickerRows({ query, inside }, choices, [{ text: 'Hello', source: 'example' }]);
  return found.map(({ group, label, text = '…' }) => `${group}: ${label} = ${text}`);
}

describe('webview/flowEditor/values/pickerRows: rows of the value picker', () => {
  it('the rows of the value picker are grouped, with a value after its members, and those of unknown names last', () => {
    assert.deepEqual(rows('', [unknown, output, code, flow]), [
      'Suggested for this field: Hello = Hello',
      '4 Wait: code = {{steps.wait.body.code}}',
      '4 Wait: Everything = {{steps.wait.body}}',
      'Flow and device: Flow › name = {{flow.name}}',
      'Known after a run: 1 Read = …',
    ]);
  });

  it('the rows of the value picker keep the order of a search', () => {
    assert.deepEqual(rows('1 r', [unknown, code]), [
      'Known after a run: 1 Read = …',
      '4 Wait: code = {{steps.wait.body.code}}',
    ]);
  });

  it('the rows of the value picker are the members of an opened value, and a name that was typed', () => {
    assert.deepEqual(rows('', [code], output), [
      '4 Wait: code = {{steps.wait.body.code}}',
      '4 Wait: Everything = {{steps.wait.body}}',
    ]);
    assert.deepEqual(rows('a b', [], unknown), ['1 Read: Use the name “a b” = {{steps.read.body["a b"]}}']);
    assert.deepEqual(rows('x', [], output), []);
    const member = choice('{{steps.read.body.code}}', '1 Read', 'code');
    assert.deepEqual(rows('code', [member], unknown), ['1 Read: code = {{steps.read.body.code}}']);
    const address = choice('{{item.sender.address}}', 'This round', 'Item › sender › address');
    const sender = choice('{{item.sender}}', 'This round', 'Item › sender', {
      type: 'object',
      hasFields: true,
    });
    assert.deepEqual(rows('a', [address], sender), ['This round: address = {{item.sender.address}}']);
  });

  it('the rows of the value picker contain an expression that was typed by hand', () => {
    assert.deepEqual(rows('steps.read.status', []), ['As typed: steps.read.status = {{steps.read.status}}']);
    assert.deepEqual(rows('flow.name', [flow]), ['Flow and device: Flow › name = {{flow.name}}']);
    for (const query of ['flow', 'unknown.name', 'flow.', 'flow name']) assert.deepEqual(rows(query, []), []);
  });
});

describe('webview/flowEditor/values/pickerRows: typed expression', () => {
  it('a typed expression is complete with its closing braces', () => {
    assert.equal(closedExpression('steps.read.body.code}}'), '{{steps.read.body.code}}');
    assert.equal(closedExpression(' item }}'), '{{item}}');
    assert.equal(closedExpression('item}'), undefined);
    assert.equal(closedExpression('1 +}}'), undefined);
  });

  it('a typed expression leads to a member of any name that expressions can have', () => {
    assert.equal(memberExpression('{{item}}', 'name'), '{{item.name}}');
    assert.equal(memberExpression('{{ item }}', 'first "name"'), String.raw`{{item["first \"name\""]}}`);
    assert.equal(memberExpression('{{item}}', 'a}}b'), undefined);
  });
});
