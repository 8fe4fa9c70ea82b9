import assert from 'node:assert/strict';
import { dataScope } from '../../../src/flow/data/dataScope.ts';
import { parseFlow } from '../../../src/flow/document/flowDocument.ts';
import type { StepPath } from '../../../src/flow/edit/flowEdit.ts';
import { findValues, labelExpressions } from '../../../src/flowEditor/stepValues.ts';
import { valueChoices } from '../../../src/protocol/flowValues.ts';
import { valueCatalog, valueFlow, type ValueStep, valueSteps } from '../../support/valueSamples.ts';
import { leastTime } from '../../support/leastTime.ts';

const catalog = valueCatalog();

function find(
  text: string,
  { inside, step = [4] }: { inside?: string; step?: StepPath } = {},
): readonly string[] {
  const document = parseFlow(valueFlow(valueSteps));
  const found = findValues(dataScope(document, step, { catalog }), text, inside);
  assert.ok(valueChoices(found));
  return found.choices.map(({ group, name, expression }) => `${group}: ${name} = ${expression}`);
}

describe('flowEditor/stepValues: values that a step can read', () => {
  it('the values that a step can read are listed on their first level, the nearest step first', () => {
    const found = find('');
    assert.deepEqual(found.slice(0, 8), [
      'Trigger:  = {{event.payload}}',
      'Trigger: subject = {{event.payload.subject}}',
      'Trigger: name = {{event.payload.name}}',
      'Trigger: Trigger name = {{event.name}}',
      '4 Wait for passcode:  = {{steps.wait-for-passcode.body}}',
      '4 Wait for passcode: code = {{steps.wait-for-passcode.body.code}}',
      '4 Wait for passcode: received = {{steps.wait-for-passcode.body.received}}',
      '4 Wait for passcode: sender = {{steps.wait-for-passcode.body.sender}}',
    ]);
    assert.ok(!found.some(one => one.includes('status') || one.includes('sender.address')));
    assert.ok(!found.includes('Flow and device: Flow = {{flow}}'));
  });

  it('the values that a step can read are found on every level', () => {
    assert.deepEqual(find('sender address'), [
      '4 Wait for passcode: sender › address = {{steps.wait-for-passcode.body.sender.address}}',
    ]);
    assert.ok(find('4 status').includes('4 Wait for passcode: Status = {{steps.wait-for-passcode.status}}'));
    assert.ok(find('flow id').includes('Flow and device: Flow › ID = {{flow.id}}'));
  });

  it('the values that a step can read are those within a value, on request', () => {
    assert.deepEqual(find('', { inside: '{{steps.wait-for-passcode.body.sender}}' }), [
      '4 Wait for passcode: sender › address = {{steps.wait-for-passcode.body.sender.address}}',
      '4 Wait for passcode: sender › name = {{steps.wait-for-passcode.body.sender.name}}',
    ]);
    assert.deepEqual(find('na', { inside: '{{steps.wait-for-passcode.body.sender}}' }), [
      '4 Wait for passcode: sender › name = {{steps.wait-for-passcode.body.sender.name}}',
    ]);
  });

  it('the values that a step can read include the item of the round', () => {
    const found = find('', { step: [1, 0] });
    assert.ok(found.includes('This round: Item › name = {{item.name}}'), found.join('\n'));
    assert.ok(!find('', { step: [3] }).some(one => one.startsWith('This round')));
  });

  it('the values that a step can read are limited, and found in three hundred steps in milliseconds', () => {
    const steps = Array.from({ length: 300 }, (): ValueStep => ({ action: 'wait' }));
    const scope = dataScope(parseFlow(valueFlow(steps)), [299], { catalog });
    const find = (query: string): ReturnType<typeof findValues> => findValues(scope, query, undefined);
    const [all, some] = [find(''), find('code')];
    assert.ok(leastTime(() => [find(''), find('code')]) < 200);
    assert.deepEqual([all.hasMore, all.choices.length, some.hasMore], [true, 60, true]);
  });
});

describe('flowEditor/stepValues: labels of expressions', () => {
  const scope = dataScope(parseFlow(valueFlow(valueSteps)), [4], { catalog });

  it('the labels of expressions are those of all texts in some values, each once', () => {
    const values = [
      { a: ['x {{flow.name}}', { b: '{{flow.name}}{{ steps.wait-for-passcode.body.code }}' }] },
      undefined,
    ];
    assert.deepEqual(
      labelExpressions(values, scope).map(({ expression, parts, type }) => [
        expression,
        parts.join(' › '),
        type,
      ]),
      [
        ['{{flow.name}}', 'Flow › name', 'text'],
        ['{{ steps.wait-for-passcode.body.code }}', '4 Wait for passcode › code', 'text'],
      ],
    );
  });

  it('the labels of expressions say why there is no value', () => {
    const problemOf = (expression: string): string | undefined =>
      labelExpressions([expression], scope)[0]?.problem;
    assert.equal(problemOf('{{steps.wait-for-passcode.body.code}}'), undefined);
    assert.equal(problemOf('{{steps.wait-for-passcode.body.cod}}'), 'There is no “cod”.');
    assert.equal(
      problemOf('{{steps.type-the-passcode.body.x}}'),
      'Step 5 has not run when this step begins.',
    );
    assert.equal(
      problemOf('{{steps.none.body.x}}'),
      'The step that this reads is gone. Choose another value.',
    );
    assert.match(problemOf('{{item}}') ?? '', /repeats/);
    assert.match(problemOf('{{1 + 1}}') ?? '', /Choose another one/);
    assert.equal(problemOf('{{secrets.token}}'), undefined);
  });
});
