import assert from 'node:assert/strict';
import type { TestFailure } from '../../../src/flowTest/checkRun.ts';
import { NOT_RUN } from '../../../src/flow/run/runSteps.ts';
import { failedChecksOf } from '../../../src/testExplorer/failedChecksOf.ts';

const FLOW = 'file:///form.flow.json';
// As the library of pictures returns it.
const actual = Buffer.from([1]);
const failure = (deviceId: string, round?: number): TestFailure => ({
  message: `Different on ${deviceId}.`,
  step: { index: 1, child: 0, round, deviceId },
  picture: {
    name: 'form',
    origin: { left: 10, top: 20 },
    file: 'form.png',
    actual,
    compareWith: () => undefined,
  },
});
const stepOn = (deviceId: string) => ({ ...NOT_RUN, index: 1, child: 0, deviceId });
const result = { name: 'a', outcome: 'failed', tookMs: 1 } as const;

it('the failed picture checks of a case are those of its failures with pictures, with the round and the device of each', () => {
  const failures = [failure('p'), failure('t', 1), failure('x'), { message: 'Another failure.' }];
  const devices = new Map([
    ['p', 'Pixel phone'],
    ['t', 'Pixel tablet'],
  ]);
  const found = failedChecksOf({ ...result, failures, devices, steps: ['p', 't'].map(stepOn) }, FLOW);
  assert.deepEqual(
    found.map(({ place }) => place),
    ['Pixel phone', 'Round 2, Pixel tablet', 'x'],
  );
  assert.deepEqual(found[1], {
    sentence: 'Different on t.',
    step: { index: 1, child: 0, round: 1, deviceId: 't' },
    place: 'Round 2, Pixel tablet',
    masked: { flow: FLOW, name: 'form', origin: { left: 10, top: 20 } },
    pictures: { actual: new Uint8Array([1]), expected: undefined, difference: undefined },
  });
  const alone = failedChecksOf({ ...result, failures: [failure('p')], devices, steps: [stepOn('p')] }, FLOW);
  assert.equal(alone[0]?.place, '');
});
