import assert from 'node:assert/strict';
import type { TraceStep } from '../../../../src/contract/sandbox/traces.ts';
import { explainRun } from '../../../../src/flow/explain/explainStep.ts';
import { explainSteps, resultEvidence } from '../../../../src/flow/explain/explainSteps.ts';
import type { Evidence } from '../../../../src/flow/explain/explanation.ts';
import { attemptTexts } from '../../../../src/flow/run/attemptText.ts';
import { runSteps } from '../../../../src/flow/run/runSteps.ts';
import { failureText } from '../../../../src/flow/run/failureText.ts';

const tap = (text: string): Partial<TraceStep> => ({
  method: 'device.tap',
  params: { target: { by: 'text', text } },
  status: 'failed',
  code: 'logic',
  error: `No element with the text “${text}” is on the screen.`,
  screenAfter: 's',
});

function evidence(steps: readonly Partial<TraceStep>[], texts: readonly string[] = ['Sign in']): Evidence {
  const bounds = { left: 0, top: 0, right: 9, bottom: 9 };
  return {
    run: { executionId: 'e', status: 'failed' },
    steps: steps.map((step, index) => ({ id: String(index), index, method: '', status: '', ...step })),
    screens: [{ id: 's', app: 'Shop', elements: texts.map(text => ({ text, bounds })) }],
  };
}

const stepsOf = ({ steps }: Evidence) =>
  runSteps({
    steps: steps.map(({ index, childIndex, round, deviceId, status, error, output }) => ({
      ...{ index, childIndex, round, deviceId, status, error, output },
      name: 'Step',
    })),
  });

function sentences(given: Evidence): (string | undefined)[] {
  return explainSteps(stepsOf(given), given).map(({ explanation }) => explanation?.sentence);
}

it('the explanations of the steps of a run belong to the failed and skipped steps, by round and device', () => {
  const given = evidence([
    { method: 'flow.wait', status: 'success' },
    { ...tap('Sign inn'), index: 1, childIndex: 0, round: 0, deviceId: 'A' },
    { status: 'success', index: 1, childIndex: 0, round: 1, deviceId: 'A' },
    { ...tap('Nowhere'), index: 2, deviceId: 'A' },
    { status: 'skipped', index: 3, deviceId: 'A' },
  ]);
  assert.deepEqual(sentences(given), [
    undefined,
    'No element says “Sign inn”. The closest text is “Sign in”.',
    undefined,
    'No element says “Nowhere”. “Shop” is in front.',
    'The step did not run because step 3 failed.',
  ]);
});

it('the explanations of the steps of a run name the closest text first, of those that contain the text or are contained in it', () => {
  const texts = ['Sign in with a passcode', 'Sign in now', 'Sign'];
  assert.deepEqual(sentences(evidence([tap('Sign in')], texts)), [
    'No element says “Sign in”. The closest text is “Sign”.',
  ]);
  assert.deepEqual(sentences(evidence([tap('Sign in')], texts.slice(0, 2))), [
    'No element says “Sign in”. The closest text is “Sign in now”.',
  ]);
});

it('the explanations of the steps of a run say nothing where the evidence shows no more than the error', () => {
  const odd = { status: 'failed', error: 'Something odd.' };
  assert.deepEqual(sentences(evidence([odd, { status: 'success' }])), [undefined, undefined]);
  const { steps } = resultEvidence({ id: 'e', status: 'failed', result: { steps: [odd] } });
  assert.equal(steps[0]?.error, 'Something odd.');
});

it('the explanations of the steps of a run quote the name of a device that is not ready, and call one without a name “the device” unquoted', () => {
  const refused = (state: string): Partial<TraceStep> => ({
    ...{ status: 'failed', deviceId: 'A' },
    error: `The device is ${state}; it must be ready.`,
  });
  const given = evidence([refused('rebooting'), refused('terminated')]);
  const named = { ...given, run: { ...given.run, devices: [{ id: 'A', name: 'Pixel' }] } };
  assert.deepEqual(sentences(given), [
    'The device is busy: it is rebooting.',
    'The device cannot be reached: it is terminated.',
  ]);
  assert.deepEqual(sentences(named), [
    '“Pixel” is busy: it is rebooting.',
    '“Pixel” cannot be reached: it is terminated.',
  ]);
});

it('the explanations of the steps of a run say nothing about a skipped step if the run went on', () => {
  assert.deepEqual(sentences(evidence([{ status: 'skipped' }, { status: 'success' }])), [
    undefined,
    undefined,
  ]);
});

it('the explanations of the steps of a run are plain lines of limited length without the passcodes that steps have read', () => {
  const given = evidence(
    [{ method: 'mailbox.waitForPasscode', status: 'success', output: { code: '482913' } }, tap('482913')],
    ['a\n\u0007b', 'x'.repeat(5000)],
  );
  const [, failed] = explainSteps(stepsOf(given), given);
  const shown = JSON.stringify([failed?.error, failed?.explanation]);
  assert.ok(!shown.includes('482913'));
  assert.match(failed?.explanation?.sentence ?? '', /^No element says “••••••”\./);
  assert.match(failed?.explanation?.facts[0] ?? '', /“a b”, “x{80}…”/);
  assert.equal(attemptTexts(failed ? [failed] : [], id => id)[0]?.explanation, failed?.explanation);
});

it('the explanations of the steps of a run offer to change the parameter, unless an expression or a secret decides its value', () => {
  const fixOf = (step: Partial<TraceStep>, text: string): unknown => {
    const given = evidence([step], [text]);
    return explainSteps(stepsOf(given), given)[0]?.explanation?.fix;
  };
  const target = (value: object): unknown => ({ path: ['target'], value });
  assert.deepEqual(fixOf(tap('Sign inn'), 'Sign in'), target({ by: 'text', text: 'Sign in' }));
  const described = { ...tap(''), params: { target: { by: 'description', description: 'Sign in' } } };
  assert.deepEqual(fixOf(described, 'Sign in'), target({ by: 'text', text: 'Sign in' }));
  const asserted = { ...tap(''), method: 'device.assertText', params: { contains: 'Sign inn' } };
  assert.deepEqual(fixOf(asserted, 'Sign in'), { path: ['contains'], value: 'Sign in' });
  const values = [{ path: ['target', 'text'], expression: '{{event.payload.x}}', value: 'Sign inn' }];
  assert.equal(fixOf({ ...tap('Sign inn'), values }, 'Sign in'), undefined);
  assert.equal(fixOf(tap('Sign ••••••n'), 'Sign ••••••'), undefined);
});

it('the explanations of the steps of a run say that an element has another role, and offer to look for it without one', () => {
  const target = { by: 'text', text: 'Sign in', role: 'checkbox' };
  const given = evidence([{ ...tap(''), params: { target } }], ['Sign in']);
  const explanation = explainSteps(stepsOf(given), given)[0]?.explanation;
  assert.match(explanation?.sentence ?? '', /^No checkbox says “Sign in”\. One of the role \w+ does\.$/);
  assert.deepEqual(explanation?.fix, { path: ['target'], value: { by: 'text', text: 'Sign in' } });
});

it('the explanations of the steps of a run are limited in number, failed steps first', () => {
  const skipped = Array.from({ length: 300 }, () => ({ status: 'skipped' }));
  const given = evidence([...skipped, tap('Sign inn')]);
  const found = sentences({ ...given, steps: given.steps.toReversed() }).filter(Boolean);
  assert.equal(found.length, 200);
  assert.match(found[0] ?? '', /closest text/);
});

it('the explanations of the steps of a run name the step that ended the run, not one after which it went on', () => {
  const given = evidence([
    tap('Sign inn'),
    { status: 'success' },
    { status: 'failed', error: 'In the parent.' },
    { ...tap('Sign on'), index: 2, childIndex: 0 },
    { status: 'skipped', index: 3 },
  ]);
  assert.equal(explainRun(given)?.step.childIndex, 0);
  assert.equal(explainRun({ ...given, run: { executionId: 'e', status: 'success' } })?.step.index, 0);
  const steps = explainSteps(stepsOf(given), given);
  assert.equal(
    failureText('Step 3.1 “Step”: No element.', steps),
    'Step 3.1 “Step”: No element says “Sign on”. The closest text is “Sign in”.',
  );
});

it('the explanations of the steps of a run leave a run that ended otherwise with its error', () => {
  const given = evidence([tap('Sign inn'), { method: 'flow.stop', status: 'success' }]);
  assert.equal(
    failureText('The stock is empty.', explainSteps(stepsOf(given), given)),
    'The stock is empty.',
  );
  assert.equal(failureText(null, []), undefined);
});
