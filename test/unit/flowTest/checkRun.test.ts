import assert from 'node:assert/strict';
import { Screen } from '../../../src/flow/selector/screen.ts';
import { checkRun, type TestFailure } from '../../../src/flowTest/checkRun.ts';
import { describeMissingValue } from '../../../src/flowTest/checkRun.ts';
import { runKey, type RunScreens } from '../../../src/flowTest/runScreens.ts';
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

describe('flowTest/checkRun: run compared with the expected results', () => {
  it('a run compared with the expected results must succeed unless another status is expected', () => {
    assert.deepEqual(check(undefined), [
      'The run ended with failed, not success: Step 2.1 “Tap”: No element.',
    ]);
    assert.deepEqual(check(undefined, 'success'), []);
    assert.deepEqual(check({ status: 'failed', error: 'No element' }), []);
    assert.equal(check({ status: 'failed', error: 'timeout' }).length, 1);
  });

  it('a run compared with the expected results points at the step that failed', () => {
    const [failure] = checkRun({ id: 'e', status: 'failed', result: { steps } });
    assert.deepEqual([failure?.step?.index, failure?.step?.child], [1, 0]);
  });

  const failed = (...expected: NonNullable<RunExpectation['steps']>): string[] =>
    check({ status: 'failed', steps: expected });

  it('a run compared with the expected results is compared step by step, in the given round and on the given device', () => {
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

  it('a run compared with the expected results is counted', () => {
    assert.deepEqual(failed({ step: '2.1', runs: 2 }, { step: 3, runs: 0 }, { step: 9, runs: 0 }), []);
    assert.deepEqual(failed({ step: 1, runs: 2 }), ['Step 1 “Open” ran 1 times, not 2.']);
  });
});

describe('flowTest/checkRun: screens of a run', () => {
  const screenWith = (text: string): Screen =>
    new Screen({
      a11y_tree: {
        className: 'android.widget.Button',
        text,
        boundsInScreen: { left: 0, top: 0, right: 9, bottom: 9 },
      },
    });
  const pay = { element: { text: 'Pay' }, check: 'exists' } as const;
  const execution = { id: 'e', status: 'failed', result: { steps } };
  const failuresOf = (expected: RunExpectation, screens: Partial<RunScreens>): readonly TestFailure[] =>
    checkRun(execution, { status: 'failed', ...expected }, undefined, {
      after: new Map(),
      last: [],
      ...screens,
    });
  const messagesOf = (...given: Parameters<typeof failuresOf>): readonly string[] =>
    failuresOf(...given).map(({ message }) => message);

  it('the screens of a run are checked at the end on every device, and point at the last step there', () => {
    const phone = { deviceId: 'd1', deviceName: 'Phone', screen: screenWith('Pay') };
    const tablet = { deviceId: 'd2', deviceName: 'Tablet', screen: screenWith('Buy') };
    assert.deepEqual(messagesOf({ screen: [pay] }, { last: [phone] }), []);
    const missing = 'Expected the element “Pay” to be on the screen, but it is not.';
    assert.deepEqual(messagesOf({ screen: [pay] }, { last: [tablet] }), [missing]);
    assert.deepEqual(messagesOf({ screen: [pay] }, { last: [phone, tablet] }), [`On Tablet: ${missing}`]);
    const gone = { screen: [{ ...pay, check: 'gone' as const }] };
    const [failure] = failuresOf(gone, { last: [phone] });
    assert.deepEqual([failure?.step?.index, failure?.step?.child], [1, 0]);
    assert.deepEqual(messagesOf({ screen: [pay] }, {}), [
      'The run has no device, so it has no screen to check.',
    ]);
  });

  it('the screens of a run are checked after each run of a step', () => {
    const rounds = [0, 1].map(round => runKey({ index: 1, child: 0, round, deviceId: 'D1' }));
    const after = new Map(rounds.map((key, round) => [key, screenWith(round === 0 ? 'Pay' : 'Buy')]));
    const expected = { steps: [{ step: '2.1', screen: [pay] }] };
    assert.deepEqual(messagesOf(expected, { after }), [
      'Step 2.1 “Tap”, round 2: Expected the element “Pay” to be on the screen, but it is not.',
    ]);
    assert.deepEqual(messagesOf({ steps: [{ step: '2.1', round: 1, screen: [pay] }] }, { after }), []);
    assert.deepEqual(messagesOf({ steps: [{ step: 1, screen: [pay] }] }, { after }), [
      'Step 1 “Open”: There is no screen to check.',
    ]);
  });
});

describe('flowTest/checkRun: differences of an output', () => {
  it('the differences of an output are none if it contains the expected values among others', () => {
    assert.equal(
      describeMissingValue({ a: { b: [1, { c: null }] } }, { a: { b: [1, { c: null, d: 2 }] }, e: 3 }),
      undefined,
    );
    assert.equal(describeMissingValue(undefined, undefined), undefined);
  });

  it('the differences of an output are reported with their paths', () => {
    const cases: [unknown, unknown, string][] = [
      [{ a: 1 }, {}, 'output.a is missing.'],
      [{ a: 1 }, [1], 'output is [1], not an object.'],
      [{ a: [1, 2] }, { a: [1] }, 'output.a has 1 items, not 2.'],
      [{ a: [{ b: 1 }] }, { a: [{ b: '1' }] }, 'output.a[0].b is "1", not 1.'],
      [[1], {}, 'output is {}, not a list.'],
      [1, undefined, 'output is nothing, not 1.'],
      [{ toString: 1 }, {}, 'output.toString is missing.'],
    ];
    for (const [wanted, actual, said] of cases) assert.equal(describeMissingValue(wanted, actual), said);
  });
});
