import assert from 'node:assert/strict';
import { parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { runSteps } from '../../../../src/flow/run/runSteps.ts';
import {
  earlierSteps,
  flowDevices,
  flowUntil,
  payloadFields,
  runRefusal,
  stepAtPath,
} from '../../../../src/flow/run/trial.ts';

const A = 'aaaaaaaa-0000-4000-8000-000000000001';
const B = 'aaaaaaaa-0000-4000-8000-000000000002';

const flow = {
  name: 'F',
  triggerId: A,
  deviceIds: ['P1', 'p2', 3],
  notifyOnFailure: true,
  actions: [
    {
      actionId: B,
      position: 20,
      overrides: { params: { text: '{{event.payload.mail}} {{event.payload.a}}' } },
    },
    {
      actionId: A,
      position: 10,
      children: [
        { actionId: A, position: 5, nameOverride: 'second' },
        { actionId: B, position: 1, nameOverride: 'first' },
      ],
    },
    { actionId: 'unfinished' },
  ],
};
const document = parseFlow(JSON.stringify(flow));

function until(...path: [number, number?]): Record<string, unknown> {
  const step = stepAtPath(document, path);
  assert.ok(step);
  return flowUntil(document, step);
}

it('a trial of a flow file finds steps by their path, with their index in the order of execution', () => {
  const ids = ([[0], [1], [1, 0], [1, 1], [3], [1, 2]] as [number, number?][]).map(path => {
    const step = stepAtPath(document, path);
    return step && [step.index, step.child];
  });
  assert.deepEqual(ids, [[1, undefined], [0, undefined], [0, 1], [0, 0], undefined, undefined]);
});

it('a trial of a flow file is refused with the first problem of its steps', () => {
  const problem = { path: ['actions', 0, 'actionId'], message: 'Invalid UUID' };
  const { message } = runRefusal([problem, { path: [], message: 'other' }]);
  assert.equal(message, 'The steps cannot run yet: actions.0.actionId: Invalid UUID.');
});

it('a trial of a flow file takes the steps up to one in the order of execution, and nothing else', () => {
  const first = { actionId: B, position: 0, nameOverride: 'first' };
  const second = { actionId: A, position: 1, nameOverride: 'second' };
  const whole = { actionId: A, position: 0, children: [first, second] };
  const base = { name: 'F', triggerId: A, templateResolutionVersion: undefined };
  assert.deepEqual(until(1), { ...base, actions: [whole] });
  assert.deepEqual(until(1, 1), { ...base, actions: [{ ...whole, children: [first] }] });
  assert.deepEqual(until(0), {
    ...base,
    actions: [whole, { ...flow.actions[0], position: 1, children: undefined }],
  });
});

it('a trial of a flow file names the devices of the flow', () => {
  assert.deepEqual(flowDevices(document), ['p1', 'p2']);
  assert.deepEqual(flowDevices(parseFlow('{"deviceIds": "x"}')), []);
});

it('a trial of a flow file names the payload fields that steps read', () => {
  assert.deepEqual(payloadFields(until(0)), ['mail', 'a']);
  assert.deepEqual(payloadFields(until(1)), []);
  assert.deepEqual(payloadFields(['{{event.payload}} {{event.name}}']), [undefined]);
});

it('a trial of a flow file takes the results of a run for the steps as they are now', () => {
  const steps = runSteps({
    steps: [
      { index: 0, childIndex: null, deviceId: 'p2', actionId: A, status: 'success', output: { rounds: 1 } },
      { index: 0, childIndex: 0, round: 0, deviceId: 'p2', actionId: B, status: 'success', output: 1 },
      { index: 0, childIndex: 1, round: 0, deviceId: 'p2', actionId: A, status: 'skipped' },
      { index: 1, deviceId: 'p2', actionId: B, status: 'failed', error: 'No.' },
      { index: 1, deviceId: 'p1', actionId: B, status: 'success', output: 'other device' },
    ],
  });
  const result = (index: number, childIndex: number | null, actionId: string, more: object): object => ({
    ...{ index, childIndex, round: childIndex === null ? null : 0, actionId, status: 'success' },
    ...more,
  });
  const parent = result(0, null, A, { output: { rounds: 1 } });
  const child = result(0, 0, B, { output: 1 });
  const failed = result(1, null, B, { status: 'failed', error: 'No.' });
  const run = { steps, text: document.text };
  assert.deepEqual(earlierSteps(document, run, 'p2'), [parent, child, failed]);
  assert.deepEqual(earlierSteps(document, run, 'p9'), [parent, child, failed], 'the first device');
  const edited = parseFlow(document.text.replace('event.payload.a', 'event.payload.b'));
  assert.deepEqual(earlierSteps(edited, run, 'p2'), [parent, child], 'without the edited step');
});

it('a trial of a flow file leaves out outputs beyond a limit', () => {
  const big = 'x'.repeat(300_000);
  const steps = runSteps({
    steps: [
      { index: 0, actionId: A, status: 'success', output: big },
      { index: 1, actionId: B, status: 'success', output: big },
    ],
  });
  const outputs = earlierSteps(document, { steps }, undefined).map(({ output }) => output !== undefined);
  assert.deepEqual(outputs, [true, false]);
});
