import assert from 'node:assert/strict';
import type { TraceScreen, TraceStep } from '../../../../src/contract/sandbox/traces.ts';
import { explainStep } from '../../../../src/flow/explain/explainStep.ts';

const MESSAGE = 'Enter a valid e-mail address.';

function screen(id: string, ...texts: string[]): TraceScreen {
  const bounds = { left: 0, top: 0, right: 100, bottom: 40 };
  return {
    ...{ id, deviceId: 'd', app: 'Form', packageName: 'org.sandbox.form', width: 1080, height: 2400 },
    elements: texts.map(text => ({ text, bounds, className: 'android.widget.TextView' })),
  };
}

const SCREENS = [screen('clean', 'Form', 'Name'), screen('refused', 'Form', 'Name', MESSAGE)];

function step(index: number, method: string, before: string, after: string, more: object = {}): TraceStep {
  return {
    ...{ id: String(index), index, method, status: 'success', deviceId: 'd' },
    ...{ screenBefore: before, screenAfter: after },
    ...more,
  };
}

const missing = (index: number): TraceStep =>
  step(index, 'device.tap', 'refused', 'refused', {
    status: 'failed',
    code: 'logic',
    error: 'No element with the text “Finish” is on the screen.',
    params: { target: { by: 'text', text: 'Finish' } },
  });

function causeOf(...steps: TraceStep[]): string | undefined {
  const last = steps.at(-1);
  assert.ok(last);
  return explainStep({ run: { executionId: 'e' }, steps, screens: SCREENS }, last)?.cause;
}

describe('flow/explain/rejections: parameter that a step lacks', () => {
  it('a parameter that a step lacks is named as in the form', () => {
    const error = 'params does not fit the action: must have the property “timeoutSeconds”.';
    const failed = step(0, 'device.launchApp', 'clean', 'clean', {
      status: 'failed',
      code: 'client_error',
      error,
    });
    const evidence = { run: { executionId: 'e' }, steps: [failed], screens: SCREENS };
    assert.equal(explainStep(evidence, failed)?.sentence, 'Timeout seconds is missing.');
  });
});

describe('flow/explain/rejections: message of the app at a failed step', () => {
  it('a message of the app at a failed step explains the failure if it came after the steps before', () => {
    assert.equal(causeOf(step(0, 'device.tap', 'clean', 'refused'), missing(1)), 'rejectedInput');
  });

  it('a message of the app at a failed step explains the failure if the run has typed something, even if the message was there before', () => {
    const typed = step(0, 'device.typeText', 'refused', 'refused');
    assert.equal(causeOf(typed, missing(1)), 'rejectedInput');
  });

  it('a message of the app at a failed step does not explain the first step, nor one of a run that only found the message', () => {
    assert.equal(causeOf(missing(0)), 'missing');
    assert.equal(causeOf(step(0, 'device.tap', 'refused', 'refused'), missing(1)), 'missing');
  });
});
