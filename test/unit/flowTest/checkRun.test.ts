import assert from 'node:assert/strict';
import { checkRun } from '../../../src/flowTest/checkRun.ts';
import { describeMissing } from '../../../src/flowTest/missing.ts';
import type { RunExpectation } from '../../../src/flowTest/testFile.ts';

const steps = [
  { index: 0, name: 'Open', status: 'success', output: { url: 'a', took: 3 } },
  { index: 1, name: 'Each', status: 'failed', error: 'Step 2.1 failed.' },
  { index: 1, childIndex: 0, round: 0, deviceId: 'd1', name: 'Tap', status: 'success', output: { x: 1 } },
  { index: 1, childIndex: 0, round: 1, deviceId: 'd1', name: 'Tap', status: 'failed', error: 'No element.' },
  { index: 2, name: 'End', status: 'skipped' },
];

function check(expected: RunExpectation | undefined, status = 'failed'): string[] {
  const execution = { id: 'e', status, error: 'Step 2.1 “Tap”: No element.', result: { steps } };
  return checkRun(execution, expected).map(({ message }) => message);
}

describe('a run compared with the expected results', () => {
  it('must succeed unless another status is expected', () => {
    assert.deepEqual(check(undefined), [
      'The run ended with failed, not success: Step 2.1 “Tap”: No element.',
    ]);
    assert.deepEqual(check(undefined, 'success'), []);
    assert.deepEqual(check({ status: 'failed', error: 'No element' }), []);
    assert.equal(check({ status: 'failed', error: 'timeout' }).length, 1);
  });

  it('points at the step that failed', () => {
    const [failure] = checkRun({ id: 'e', status: 'failed', result: { steps } });
    assert.deepEqual([failure?.step?.index, failure?.step?.child], [1, 0]);
  });

  const failed = (...expected: NonNullable<RunExpectation['steps']>): string[] =>
    check({ status: 'failed', steps: expected });

  it('is compared step by step, in the given round and on the given device', () => {
    assert.deepEqual(failed({ step: 1, status: 'success', output: { url: 'a' } }), []);
    assert.deepEqual(failed({ step: '2.1', round: 1, status: 'success' }), []);
    assert.deepEqual(failed({ step: '2.1', status: 'success' }), [
      'Step 2.1 “Tap”, round 2 ended with failed, not success: No element.',
    ]);
    assert.deepEqual(failed({ step: '2.1', deviceId: 'd2', status: 'success' }), [
      'Step 2.1 was never reached.',
    ]);
    assert.deepEqual(failed({ step: '2.1', round: 2, error: 'No el' }, { step: 3, status: 'skipped' }), []);
    assert.equal(failed({ step: '2.1', round: 2, error: 'timeout' }).length, 1);
  });

  it('is counted', () => {
    assert.deepEqual(failed({ step: '2.1', runs: 2 }, { step: 3, runs: 0 }, { step: 9, runs: 0 }), []);
    assert.deepEqual(failed({ step: 1, runs: 2 }), ['Step 1 “Open” ran 1 times, not 2.']);
  });
});

describe('the differences of an output', () => {
  it('are none if it contains the expected values among others', () => {
    assert.equal(
      describeMissing({ a: { b: [1, { c: null }] } }, { a: { b: [1, { c: null, d: 2 }] }, e: 3 }),
      undefined,
    );
    assert.equal(describeMissing(undefined, undefined), undefined);
  });

  it('are reported with their paths', () => {
    const cases: [unknown, unknown, string][] = [
      [{ a: 1 }, {}, 'output.a is missing.'],
      [{ a: 1 }, [1], 'output is [1], not an object.'],
      [{ a: [1, 2] }, { a: [1] }, 'output.a has 1 items, not 2.'],
      [{ a: [{ b: 1 }] }, { a: [{ b: '1' }] }, 'output.a[0].b is "1", not 1.'],
      [[1], {}, 'output is {}, not a list.'],
      [1, undefined, 'output is nothing, not 1.'],
      [{ toString: 1 }, {}, 'output.toString is missing.'],
    ];
    for (const [wanted, actual, said] of cases) assert.equal(describeMissing(wanted, actual), said);
  });
});
