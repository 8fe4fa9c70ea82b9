import assert from 'node:assert/strict';
import { RunBreakpoints, parseHitCount } from '../../../../src/sandbox/control/debug/breakpoints.ts';
import { evaluateText, isTrue, problemOf } from '../../../../src/sandbox/control/debug/condition.ts';
import { leastTime } from '../../../support/leastTime.ts';

const scope = {
  event: { payload: { total: 12, code: '12', name: 'Ada "A"', list: ['a', 'b'], empty: '', no: null } },
  steps: [{ status: 'success', output: { line: 'x y' }, children: [] }],
  item: { n: 2 },
  index: 1,
};

describe('sandbox/control/breakpoints: condition', () => {
  const cases: readonly (readonly [string, unknown])[] = [
    ['{{index}}', 1],
    ['item.n', 2],
    [' item.n ', 2],
    ['n is {{item.n}}', 'n is 2'],
    ['{{index}} == 1', true],
    ['index==1', true],
    ['{{index}} != 1', false],
    ['{{index}} > 0', true],
    ['{{index}} >= 1', true],
    ['{{index}} < 1', false],
    ['{{index}} <= 1', true],
    ['{{item.n}} greaterThan {{index}}', true],
    ['{{event.payload.code}} == 12', true],
    ['{{event.payload.code}} != 12', false],
    ['{{event.payload.total}} equals 12', true],
    ['{{steps[0].output.line}} contains "x y"', true],
    ['{{steps[0].output.line}} equals x y', true],
    ['{{event.payload.list}} contains b', true],
    ['{{event.payload.none}} exists', false],
    ['event.payload.name exists', true],
    ['{{event.payload.name}} equals "Ada \\"A\\""', true],
    ['{{event.payload.no}} == null', true],
  ];
  for (const [text, wanted] of cases)
    it(`a condition is evaluated: ${text}`, () => assert.deepEqual(evaluateText(text, scope), wanted));

  it('a condition counts as true unless its value is nothing', () => {
    for (const value of [false, 0, '', null, undefined]) assert.equal(isTrue(value), false);
    for (const value of [true, 1, 'false', [], {}]) assert.equal(isTrue(value), true);
  });

  it('a condition has a problem if it can never have a value', () => {
    for (const text of ['{{1 + 1}}', '{{nobody}} == 1', 'a == b', 'hello', '1'])
      assert.ok(problemOf(text), text);
    for (const [text] of cases) assert.equal(problemOf(text), undefined, text);
  });

  it('a condition takes time in proportion to its length', () => {
    for (const text of ['a'.repeat(2000), '"'.repeat(2000), ' '.repeat(1999) + '=', '{{'.repeat(1000)])
      assert.ok(leastTime(() => problemOf(text)) < 1000, text.slice(0, 10));
  });
});

describe('sandbox/control/breakpoints: hit count', () => {
  const hits = (text: string): readonly number[] =>
    [1, 2, 3, 4, 5, 6].filter(count => parseHitCount(text)?.(count));

  it('a hit count is a number, a comparison, or a multiple', () => {
    assert.deepEqual(hits('3'), [3]);
    assert.deepEqual(hits('== 3'), [3]);
    assert.deepEqual(hits('=3'), [3]);
    assert.deepEqual(hits('>=3'), [3, 4, 5, 6]);
    assert.deepEqual(hits('> 3'), [4, 5, 6]);
    assert.deepEqual(hits('<3'), [1, 2]);
    assert.deepEqual(hits('<=3'), [1, 2, 3]);
    assert.deepEqual(hits('%2'), [2, 4, 6]);
    assert.deepEqual(hits(''), [1, 2, 3, 4, 5, 6]);
  });

  it('a hit count is nothing else', () => {
    for (const text of ['x', '%0', '-1', '3.5', '>', '1 2', '12345678901'])
      assert.equal(parseHitCount(text), undefined, text);
  });
});

describe('sandbox/control/breakpoints: breakpoints', () => {
  const step = {
    flowActionId: 'a',
    key: 'step',
    actionId: 'b',
    name: 'Step',
    service: 's',
    method: 'm',
    continueOnError: false,
    params: {},
    children: [],
  };

  it('breakpoints count the hits of each, and forget them when they change', () => {
    const all = new RunBreakpoints([step]);
    const two = { step: { index: 0 }, id: 'two', hitCount: '2' };
    all.set([two, { step: { index: 0 }, condition: '{{index}} == 5' }]);
    assert.deepEqual(all.reach({ index: 0 }, scope).stopIds, []);
    assert.deepEqual(all.reach({ index: 0, childIndex: 0 }, scope).stopIds, []);
    assert.deepEqual(all.reach({ index: 0 }, scope).stopIds, ['two']);
    assert.deepEqual(
      all.list().map(({ hits }) => hits),
      [2, 0],
    );
    all.set([{ ...two, hitCount: '3' }]);
    assert.equal(all.list()[0]?.hits, 0);
  });

  it('breakpoints have different IDs', () => {
    const all = new RunBreakpoints([step]);
    all.set([{ step: { index: 0 } }, { step: { index: 0 } }, { step: { index: 0 }, id: '0/ 2' }]);
    assert.equal(new Set(all.list().map(({ id }) => id)).size, 3);
  });
});
