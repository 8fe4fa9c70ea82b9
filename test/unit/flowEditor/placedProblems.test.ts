import assert from 'node:assert/strict';
import { checkFlow } from '../../../src/flow/check/checkFlow.ts';
import { parseFlow } from '../../../src/flow/document/flowDocument.ts';
import { placeProblems } from '../../../src/flowEditor/placedProblems.ts';
import { flowText, pageCatalog, type SampleStep } from '../../support/flowSamples.ts';

const known = pageCatalog();

function messages(steps: readonly SampleStep[], settings: object = {}): readonly string[] {
  return messagesOf(flowText(steps, { deviceIds: [], ...settings }));
}

function messagesOf(text: string): readonly string[] {
  const document = parseFlow(text);
  return placeProblems(document, checkFlow(document, known)).map(({ message }) => message);
}

describe('flowEditor/placedProblems', () => {
  for (const [expression, wanted] of [
    ['{{steps.none.body.x}}', 'The step that this reads is gone. Choose another value.'],
    ['{{steps.tap_3.body.x}}', 'Step 3 has not run when this step begins.'],
    ['{{steps.tap.body}}', 'Choose this value again, so that it keeps its step.'],
    ['{{steps[0].output.x}}', 'This is not a value that can be read. Choose another one.'],
    ['{{1 + 1}}', 'This is not a value that can be read. Choose another one.'],
    ['{{item.x}}', 'This has a value only in the steps inside a step that repeats them.'],
  ] as const) {
    it(`the problems of a flow in the visual editor count steps from 1, and show no expression: ${expression}`, () => {
      const tap = { action: 'tap', params: { text: 'Menu' } } as const;
      assert.deepEqual(messages([tap, { action: 'tap', params: { text: expression } }, tap]), [wanted]);
    });
  }

  it('the problems of a flow in the visual editor say to add a step to a flow without one', () => {
    const wanted = 'Add a step. A flow needs at least one.';
    assert.deepEqual(messages([]), [wanted]);
    const triggerId = 'bbbbbbbb-0000-4000-8000-000000000001';
    assert.deepEqual(messagesOf(JSON.stringify({ name: 'Empty', triggerId })), [wanted]);
  });

  it('the problems of a flow in the visual editor say what to do about steps that are nested too deep', () => {
    const inner = { action: 'tap', params: { text: 'Menu' }, fields: { children: [] } } as const;
    assert.deepEqual(messages([{ action: 'repeat', children: [inner] }]), [
      'Steps can be nested one level only. Remove the steps inside this one.',
    ]);
  });

  it('the problems of a flow in the visual editor stand at the field of an expression that reads an unknown name', () => {
    const text = flowText([
      { action: 'tap', params: { text: 'Menu' } },
      { action: 'tap', params: { text: '{{event.payloat.x}}' } },
    ]);
    const document = parseFlow(text);
    const placed = placeProblems(document, checkFlow(document, known)).filter(({ step }) => step);
    assert.deepEqual(
      placed.map(({ step, path, missing }) => ({ step, path, missing })),
      [{ step: [1], path: ['params', 'text'], missing: undefined }],
    );
  });

  it('the problems of a flow in the visual editor name no fields of the file', () => {
    const settings = { cooldownScope: 'flow', selfHealingMaxAttempts: 2, notifyOnSuccess: true };
    assert.deepEqual(messages([{ action: 'bare' }], settings), [
      'This has no effect without a cooldown.',
      'This has no effect while self-healing is off.',
      'This has no effect until you choose a webhook.',
    ]);
    const notifyWebhookId = 'bbbbbbbb-0000-4000-8000-000000000001';
    assert.deepEqual(messages([{ action: 'bare' }], { notifyWebhookId }), [
      'The webhook gets no notifications: neither success nor failure is notified.',
      'This connection lists no webhook endpoint with this ID.',
    ]);
  });
});
