import assert from 'node:assert/strict';
import type { FailedCheck } from '../../../src/appState/failedChecks.ts';
import type { TraceStep } from '../../../src/contract/sandbox/traces.ts';
import { writePicture } from '../../../src/flowTest/pictureFormat.ts';
import type { OpenTrace } from '../../../src/protocol/traceViewer.ts';
import { areaOnScreen, pictureOfCheck, withFailedChecks } from '../../../src/traceViewer/pictureChecks.ts';
import { TraceReading } from '../../../src/traceReading/traceReading.ts';

const PNG = writePicture({ width: 2, height: 2, data: new Uint8Array(16) });
/** A picture whose header has other bytes from an offset on. */
const changed = (offset: number, ...bytes: readonly number[]): Uint8Array => {
  const copy = new Uint8Array(PNG);
  copy.set(bytes, offset);
  return copy;
};

const step = (index: number, rest: Partial<TraceStep> = {}): TraceStep => ({
  ...{ id: `s${index}`, index, childIndex: null, method: 'device.tap', status: 'success', deviceId: 'D' },
  ...rest,
});
type Place = NonNullable<FailedCheck['step']>;
const check = (
  place: Partial<Place> | undefined,
  pictures: Partial<NonNullable<FailedCheck['pictures']>> = {},
): FailedCheck => ({
  sentence: 'The picture “form” is different.',
  step: place && { index: 0, child: undefined, round: undefined, deviceId: 'd', ...place },
  place: '',
  masked: { flow: 'file:///form.flow.json', name: 'form', origin: { left: 0, top: 0 } },
  pictures: { actual: PNG, expected: undefined, difference: undefined, ...pictures },
});

it('an area of the picture of an element is an area of the screen in whole pixels', () => {
  const area = { left: 1.4, top: 2.6, right: 30, bottom: 40 };
  assert.deepEqual(areaOnScreen(area, { left: 10, top: 200 }), {
    left: 11,
    top: 203,
    right: 40,
    bottom: 240,
  });
  assert.deepEqual(areaOnScreen({ ...area, left: -3 }, { left: 0, top: 0 }).left, 0);
});

function stateOf(
  steps: readonly TraceStep[],
  checks: readonly FailedCheck[],
  run: Partial<TraceReading['document']['run']> = { status: 'success' },
): OpenTrace {
  const document = { run: { executionId: 'e', ...run }, steps, screens: [], missing: [], tasks: [] };
  return withFailedChecks(new TraceReading({ document, pictures: new Map() }).state, document, checks);
}

describe('traceViewer/pictureChecks', () => {
  it('a failed picture check of a trace is shown at the run of its step, or else at the most similar one', () => {
    const steps = [
      step(0),
      step(1),
      step(1, { id: 'r0', childIndex: 0, round: 0 }),
      step(1, { id: 'r1', childIndex: 0, round: 1 }),
      step(1, { id: 'other', childIndex: 0, round: 1, deviceId: 'E' }),
      step(2),
    ];
    const { failedChecks } = stateOf(steps, [
      check({ index: 0 }),
      check({ index: 1, child: 0, round: 1 }),
      check({ index: 1, child: 0, round: 1, deviceId: 'e' }),
      // A device whose run is another trace.
      check({ index: 0, deviceId: 'f' }),
      check({ index: 1, child: 0, round: 7 }),
      check({ index: 9 }),
      check(undefined),
    ]);
    assert.deepEqual(
      failedChecks.map(({ row }) => row),
      ['step 0 s0', 'step 3 r1', 'step 4 other', 'step 0 s0', 'step 4 other', 'step 5 s2', 'step 5 s2'],
    );
    assert.deepEqual(stateOf([], [check(undefined)]).failedChecks, []);
  });

  it('the pictures of a failed check are read by their IDs only, and none that the page must not decode', () => {
    const large = changed(16, 0, 0, 0x40, 0);
    const checks = [
      check({}, { expected: PNG, difference: PNG }),
      check({}, { expected: changed(28, 1), difference: large }),
      check({}, { actual: changed(0, 0) }),
      { ...check({}), pictures: undefined },
    ];
    const { failedChecks } = stateOf([step(0)], checks);
    assert.deepEqual(
      failedChecks.map(({ expected, actual, difference }) => [expected, actual, difference]),
      [
        ['0 expected', '0 actual', '0 difference'],
        [undefined, '1 actual', undefined],
        [undefined, undefined, undefined],
        [undefined, undefined, undefined],
      ],
    );
    assert.equal(failedChecks[0]?.problem, undefined);
    assert.match(
      failedChecks[3]?.problem ?? '',
      /^The pictures of this check are not kept\. .* 120 pictures and 64 MB\.$/,
    );
    assert.equal(pictureOfCheck(checks, '0 expected'), PNG);
    const others = ['1 expected', '1 difference', '2 actual', '3 actual', '4 actual', '-1 actual'];
    const unsafe = ['/etc/passwd', '0 constructor', '0 actual/../x', '', '0 actual\n'];
    for (const id of [...others, ...unsafe]) assert.equal(pictureOfCheck(checks, id), undefined, id);
  });

  it('failed picture checks explain why the test of a run that succeeded failed', () => {
    const one = stateOf([step(0)], [check({})]).explanation;
    assert.deepEqual(one, {
      row: 'step 0 s0',
      text: { sentence: 'The picture “form” is different.', facts: [], actions: [] },
    });
    const many = Array.from({ length: 12 }, () => check({}));
    const { sentence, facts } = stateOf([step(0)], many).explanation?.text ?? {};
    assert.deepEqual(
      [sentence, facts?.length, facts?.at(-1)],
      ['12 pictures are not as accepted.', 11, 'And 2 more.'],
    );
    assert.equal(stateOf([step(0)], []).explanation, undefined);
    const failed = stateOf([step(0, { status: 'failed', error: 'Gone.' })], [check({})], {
      status: 'failed',
      error: 'Gone.',
    });
    assert.match(failed.explanation?.text.sentence ?? '', /Gone/);
  });

  it('failed picture checks are not shown in a comparison, which has rows of its own', () => {
    const state = stateOf([step(0)], []);
    const comparison = { id: 'c', sentence: '', first: undefined, runs: [], about: [] };
    const compared = { ...state, comparison };
    assert.equal(withFailedChecks(compared, { steps: [step(0)] }, [check({})]), compared);
  });
});
