import assert from 'node:assert/strict';
import type { FormNode, FormPart } from '../../../src/flow/form/formNode.ts';
import {
  editReply,
  flowRequest,
  type FlowRequest,
  flowState,
  type FlowState,
  type StepCard,
} from '../../../src/protocol/flowEditor.ts';
import { formNode } from '../../../src/protocol/form.ts';

function part(pointer: string): FormPart {
  return {
    pointer,
    path: pointer.split('/').slice(1),
    label: pointer,
    required: false,
    nullable: false,
    readOnly: false,
    deprecated: false,
    examples: [],
    origin: 'absent',
    start: null,
    unknown: false,
    notes: [],
  };
}

const line: FormNode = { ...part('/text'), kind: 'text', input: 'line' };
const list: FormNode = {
  ...part('/list'),
  kind: 'array',
  items: [line],
  tuple: 0,
  unique: false,
  folded: false,
};
const either: FormNode = { ...part('/either'), kind: 'union', branches: [], chosen: 0, content: list };
const form: FormNode = { ...part(''), kind: 'object', fields: [either, line], others: [], folded: false };

const card: StepCard = {
  step: [0],
  name: 'Open the app',
  action: 'Open an app',
  icon: 'device-mobile',
  service: 'Devices',
  facts: [
    { name: 'app', value: 'Clock', pieces: undefined },
    { name: 'text', value: 'Flow › name', pieces: [{ kind: 'value', parts: ['Flow', 'name'] }] },
  ],
  continueOnError: false,
  known: true,
  errors: 0,
  warnings: 1,
  canContainSteps: true,
  run: { state: 'failed', time: '3 s', error: 'The app is not installed.' },
  isUncovered: true,
  breakpoint: 'plain',
  isStopped: true,
};
const flow: FlowState = {
  kind: 'flow',
  version: 3,
  file: 'morning.flow.json',
  name: 'Morning',
  editable: true,
  connection: { label: 'Sandbox', icon: 'device-mobile', detail: 'Sandbox: connected' },
  buttons: [
    {
      act: 'create',
      label: 'Create',
      icon: 'cloud-upload',
      enabled: true,
      detail: 'Create the flow',
    },
  ],
  running: { phone: 'Pixel phone', isRunning: false, readsPayload: false, canCheck: true, canVerify: true },
  run: undefined,
  recording: undefined,
  errors: 0,
  warnings: 1,
  settingsErrors: 0,
  notices: [{ severity: 'warning', sentence: 'Not trusted.', act: { act: 'trust', label: 'Manage Trust' } }],
  steps: [card, { ...card, step: [0, 0], run: undefined }],
  select: [[0]],
  reveal: ['name'],
  details: {
    kind: 'settings',
    form,
    trigger: { id: 'one', name: 'Every morning', detail: 'weekdays 9:00' },
    devices: [],
    webhook: undefined,
    problems: [
      { severity: 'error', message: 'Too short.', path: ['name'], keyword: 'minLength', missing: undefined },
    ],
  },
};

describe('protocol/flowEditor: request of the flow page', () => {
  const REQUESTS: readonly FlowRequest[] = [
    { kind: 'show', target: { kind: 'step', step: [0, 1] }, selected: [[0, 1]] },
    { kind: 'show', target: { kind: 'settings' }, selected: [] },
    { kind: 'edit', base: 3, edit: { kind: 'deleteSteps', steps: [[0]] } },
    { kind: 'undo' },
    { kind: 'insertStep', base: 3, to: { index: 0 }, actionId: 'a' },
    { kind: 'findActions', text: 'tap' },
    { kind: 'replaceAction', base: 3, step: [0] },
    { kind: 'choose', base: 3, field: 'triggerId' },
    { kind: 'copy', steps: [[0]] },
    { kind: 'paste', base: 3, to: { parent: 0, index: 0 } },
    { kind: 'findValues', step: [0], text: '', inside: '{{item}}' },
    { kind: 'focus', steps: true },
    { kind: 'act', act: 'preview' },
  ];
  for (const request of REQUESTS) {
    it(`a request of the flow page is accepted only if complete: ${request.kind}`, () => {
      assert.ok(flowRequest(request));
      // Only a search for the values within a value names it.
      for (const name of Object.keys(request).filter(one => one !== 'inside')) {
        assert.equal(flowRequest({ ...request, [name]: undefined }), false, `without ${name}`);
      }
    });
  }

  it('a request of the flow page names one of the known actions and fields', () => {
    assert.equal(flowRequest({ kind: 'act', act: 'deleteEverything' }), false);
    assert.equal(flowRequest({ kind: 'choose', base: 1, field: 'name' }), false);
    assert.equal(
      flowRequest({ kind: 'edit', base: '3', gesture: { kind: 'deleteSteps', steps: [] } }),
      false,
    );
  });
});

describe('protocol/flowEditor: content of the flow page', () => {
  it('the content of the flow page is a flow with its steps, or the error of the file', () => {
    assert.ok(flowState(flow));
    // Undefined values are not transferred.
    assert.ok(flowState(JSON.parse(JSON.stringify(flow))));
    const broken = { kind: 'broken', version: 1, file: 'a', sentence: 'No JSON.', line: 1, text: '{' };
    assert.ok(flowState(broken));
    assert.equal(flowState({ ...broken, line: undefined }), false);
    assert.equal(flowState({ ...flow, version: undefined }), false);
    assert.equal(flowState({ ...flow, details: { kind: 'settings' } }), false);
    assert.equal(flowState({ ...flow, steps: [{ ...card, run: { state: 'lost', time: '' } }] }), false);
  });

  it('the content of the flow page has complete forms', () => {
    assert.ok(formNode(form));
    assert.equal(formNode({ ...form, fields: [{ ...either, content: { ...list, items: [{}] } }] }), false);
    assert.equal(formNode({ ...form, others: undefined }), false);
    assert.equal(formNode({ ...line, kind: 'picture' }), false);
  });
});

describe('protocol/flowEditor: result of an edit', () => {
  it('the result of an edit is one of four kinds', () => {
    assert.ok(editReply({ kind: 'done', version: 4, steps: [[1]] }));
    assert.ok(editReply({ kind: 'refused', sentence: 'There is no such step.' }));
    assert.ok(editReply({ kind: 'stale' }));
    assert.ok(editReply({ kind: 'cancelled' }));
    assert.equal(editReply({ kind: 'done', steps: [] }), false);
    assert.equal(editReply({ kind: 'refused' }), false);
  });
});
