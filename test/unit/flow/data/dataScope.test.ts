import assert from 'node:assert/strict';
import { type CatalogAction, createCatalog } from '../../../../src/flow/catalog.ts';
import { type DataScope, dataScope } from '../../../../src/flow/data/dataScope.ts';
import { describeExpression } from '../../../../src/flow/data/describeExpression.ts';
import { findSources } from '../../../../src/flow/data/findSources.ts';
import { LearnedOutputs } from '../../../../src/flow/data/learnedOutputs.ts';
import { parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { leastTime } from '../../../support/leastTime.ts';

const closed = (properties: Readonly<Record<string, unknown>>): object => ({
  type: 'object',
  properties,
  additionalProperties: false,
});

const actions: readonly CatalogAction[] = [
  {
    id: 'wait',
    name: 'Wait for passcode',
    outputSchema: closed({
      code: { type: 'string', description: 'The passcode.', examples: ['482913'] },
      from: closed({ name: { type: 'string' }, accessToken: { type: 'string', examples: ['abc'] } }),
    }),
  },
  {
    id: 'repeat',
    name: 'Repeat',
    paramsSchema: { type: 'object', properties: { items: { type: 'array' } } },
    outputSchema: closed({ rounds: { type: 'integer' } }),
  },
  { id: 'branch', name: 'Only if', paramsSchema: { type: 'object', properties: { left: {}, right: {} } } },
  { id: 'request', name: 'HTTP request' },
];

const learned = new LearnedOutputs();
learned.learn([{ actionId: 'request', status: 'success', output: { status: 200, body: { token: 'abc' } } }]);

const known = createCatalog(actions, {
  triggers: [
    {
      id: 'order',
      name: 'New order',
      payloadSchema: closed({
        subject: { type: 'string', title: 'Subject line', examples: ['Your order'] },
        lines: { type: 'array', items: closed({ name: { type: 'string' }, price: { type: 'number' } }) },
      }),
    },
  ],
  devices: [{ id: 'pixel', name: 'Pixel phone' }],
});

const catalog = { ...known, learnedOutput: (id: string) => learned.outputOf(id) };

const file = {
  name: 'Sign in',
  triggerId: 'order',
  deviceIds: ['pixel'],
  actions: [
    { actionId: 'wait', position: 1, nameOverride: 'Get the code' },
    {
      actionId: 'repeat',
      position: 2,
      overrides: { params: { items: '{{event.payload.lines}}' } },
      children: [
        { actionId: 'wait', position: 1 },
        { actionId: 'request', position: 2 },
      ],
    },
    { actionId: 'branch', position: 3, children: [{ actionId: 'request', position: 1 }] },
    { actionId: 'request', position: 4 },
  ],
};

function scopeOf(path: readonly number[], flow: unknown = file): DataScope {
  return dataScope(parseFlow(JSON.stringify(flow)), path, { catalog });
}

function read(expression: string, path: readonly number[] = [3]): string {
  const { label, shape, problem } = describeExpression(expression, scopeOf(path));
  return [label, shape.type ?? '', shape.sample ?? '', problem?.kind ?? ''].join('|');
}

describe('flow/data/dataScope: description of an expression', () => {
  it('the description of an expression names the step by its number and name, the type, and a sample', () => {
    assert.equal(read('{{steps.get-the-code.body.code}}'), '1 Get the code › code|string|482913|');
    assert.equal(read('steps.wait-for-passcode.body.code'), '2.1 Wait for passcode › code|string|482913|');
    assert.equal(read('steps.get-the-code.status'), '1 Get the code (status)|string|success|');
  });

  it('the description of an expression names what comes from the trigger, the flow, and the device', () => {
    assert.equal(read('event.payload.subject'), 'Trigger › Subject line|string|Your order|');
    assert.equal(read('event.payload.lines[0].price'), 'Trigger › lines › item 1 › price|number||');
    assert.equal(read('event.name'), 'Trigger name|string|New order|');
    assert.equal(read('flow.name'), 'Flow › name|string|Sign in|');
    assert.equal(read('device.name'), 'Device › name|string|Pixel phone|');
  });

  it('the description of an expression knows the item of a list that is an expression', () => {
    assert.equal(read('item.name', [1, 1]), 'Item › name|string||');
    assert.equal(read('index', [1, 1]), 'Round number|integer|0|');
    assert.equal(read('item.nam', [1, 1]), 'Item › nam|||unknownName');
    assert.equal(read('item.name', [3]), 'Item › name|||outsideRound');
    assert.equal(read('item', [2, 0]), 'Item|||outsideRound');
  });

  it('the description of an expression shows no sample of a value whose name looks secret', () => {
    assert.equal(
      read('steps.get-the-code.body.from.accessToken'),
      '1 Get the code › from › accessToken|string||',
    );
  });

  it('the description of an expression masks the values of runs', () => {
    assert.equal(read('steps.http-request.body.status'), '2.2 HTTP request › status|integer|000|');
    assert.equal(read('steps.http-request.body.body.token'), '2.2 HTTP request › body › token|string||');
  });

  it('the description of an expression explains why an expression has no value', () => {
    assert.equal(read('steps.get-the-code.body.cod'), '1 Get the code › cod|||unknownName');
    assert.equal(read('steps.get-the-code.body.code.length'), '1 Get the code › code › length|||unknownName');
    assert.equal(read('steps.get-the-code.result'), '1 Get the code › result|||unknownName');
    assert.equal(read('event.subject'), 'Trigger › subject|||unknownName');
    assert.equal(read('steps.http-request_3.body'), '4 HTTP request|||laterStep'.replace('|||', '|object||'));
    assert.equal(read('steps.none.body'), 'Missing step|||missingStep');
    assert.equal(read('{{user.name}}'), 'user › name|||unknownRoot');
    assert.equal(read('{{a b}}'), 'a b|||syntax');
  });

  it('the description of an expression lets a child read earlier children, but not later ones or its parent', () => {
    assert.equal(read('steps.wait-for-passcode.body.code', [1, 1]).split('|')[3], '');
    assert.equal(read('steps.http-request.body', [1, 0]).split('|')[3], 'laterStep');
    assert.equal(read('steps.repeat.body', [1, 0]).split('|')[3], 'laterStep');
  });

  it('the description of an expression is less certain about what was learned from runs', () => {
    const { problem } = describeExpression('steps.http-request.body.statu', scopeOf([3]));
    assert.ok(problem?.kind === 'unknownName' && !problem.isCertain);
    assert.deepEqual(problem.names, ['status', 'body']);
  });

  it('the description of an expression numbers steps as in the list', () => {
    const flow = {
      actions: [
        { actionId: 'request', position: 2 },
        { actionId: 'wait', position: 1 },
      ],
    };
    const { label, step } = describeExpression('steps.wait-for-passcode.body.code', scopeOf([0], flow));
    assert.equal(label, '2 Wait for passcode › code');
    assert.deepEqual(step, [1]);
  });
});

describe('flow/data/dataScope: picker of data', () => {
  const list = (path: readonly number[], query = '', limit = 100): readonly string[] =>
    findSources(scopeOf(path), query, limit).map(
      ({ parts, expression }) => `${parts.join(' › ')} ${expression}`,
    );

  it('the picker of data lists trigger, round, the nearest steps first, and run', () => {
    const groups = findSources(scopeOf([1, 1]), '', 100).map(({ group }) => group);
    assert.deepEqual([...new Set(groups)], ['trigger', 'round', 'step', 'run']);
    const steps = findSources(scopeOf([3]), '', 100).filter(({ group }) => group === 'step');
    assert.equal(steps[0]?.parts[0], '3.1 HTTP request');
    assert.equal(steps.at(-1)?.expression, '{{steps.get-the-code.status}}');
  });

  it('the picker of data finds values by words of their label or of the expression', () => {
    assert.deepEqual(list([1], 'code'), [
      '1 Get the code › code {{steps.get-the-code.body.code}}',
      ...list([1], 'code').slice(1),
    ]);
    assert.deepEqual(list([1], 'subject'), ['Trigger › Subject line {{event.payload.subject}}']);
    assert.deepEqual(list([1], 'trigger price'), [
      'Trigger › lines › item 1 › price {{event.payload.lines[0].price}}',
    ]);
    assert.deepEqual(list([1], 'nothing'), []);
    assert.equal(list([3], '', 2).length, 2);
  });

  it('the picker of data marks a value whose names are not known', () => {
    const open = (query: string): readonly (readonly [string, boolean])[] =>
      findSources(scopeOf([3]), query, 1).map(({ expression, isOpen }) => [expression, isOpen]);
    assert.deepEqual(open('steps.http-request.body}}'), [['{{steps.http-request.body}}', true]]);
    assert.deepEqual(open('steps.get-the-code.body}}'), [['{{steps.get-the-code.body}}', false]]);
    assert.deepEqual(open('steps.get-the-code.body.code'), [['{{steps.get-the-code.body.code}}', false]]);
  });

  it('the picker of data takes less than 10 ms with 300 earlier steps', () => {
    const many = {
      actions: Array.from({ length: 301 }, (_, at) => ({ actionId: 'wait', position: at + 1 })),
    };
    const document = parseFlow(JSON.stringify(many));
    const least = leastTime(() =>
      assert.equal(findSources(dataScope(document, [300], { catalog }), 'code', 50).length, 50),
    );
    assert.ok(least < 10, `${least} ms`);
  });

  it('the data that a step can read is described in a short time for many expressions that read steps without a key', () => {
    const text = '{{steps.wait-for-passcode_900.body.code}} {{steps.none.body.code}}';
    const overrides = { params: { text } };
    const many = Array.from({ length: 1000 }, (_, at) => ({ actionId: 'wait', position: at + 1, overrides }));
    const document = parseFlow(JSON.stringify({ actions: many }));
    const least = leastTime(() => {
      for (const at of many.keys())
        assert.ok(describeExpression('steps.none.body', dataScope(document, [at], { catalog })).problem);
    });
    assert.ok(least < 100, `${least} ms`);
  });

  it('the data that a step can read is unknown, and no problem, for a service with an earlier version of templates', () => {
    const old = { ...catalog, templates: { version: 2, roots: ['trigger', 'steps'] } };
    const scope = dataScope(parseFlow(JSON.stringify(file)), [1], { catalog: old });
    for (const expression of ['steps.get-the-code.output', 'steps[0].output', 'Get the code', 'trigger.x']) {
      const { label, problem } = describeExpression(`{{${expression}}}`, scope);
      assert.deepEqual([label, problem], [expression, undefined]);
    }
  });
});
