import assert from 'node:assert/strict';
import type { FlowEdit } from '../../../src/flow/edit/flowEdit.ts';
import { flowEdit, stepPath, insertionPoint } from '../../../src/protocol/flowEdit.ts';

const params = { in: 'params', step: [0, 1], path: ['target', 0] } as const;
const settings = { in: 'settings', path: ['name'] } as const;

const GESTURES: readonly FlowEdit[] = [
  { kind: 'set', location: params, value: null },
  { kind: 'set', location: settings, value: 'Morning' },
  { kind: 'remove', location: params },
  { kind: 'insertItem', location: settings, index: 0, value: 1 },
  { kind: 'moveItem', location: params, from: 0, to: 2 },
  { kind: 'renameKey', location: params, name: 'other' },
  { kind: 'renameStep', step: [3], name: '' },
  { kind: 'addStep', to: { parent: 0, index: 1 }, step: { actionId: 'a' } },
  { kind: 'duplicateSteps', steps: [[0], [1, 0]] },
  { kind: 'deleteSteps', steps: [] },
  { kind: 'moveSteps', steps: [[0]], to: { index: 4 } },
  { kind: 'shiftSteps', steps: [[0]], direction: 'in' },
  { kind: 'pasteSteps', to: { index: 0 }, text: '[]' },
  { kind: 'wrapSteps', steps: [[0]], step: { actionId: 'a' } },
];

describe('protocol/flowEdit: edit from a page', () => {
  for (const edit of GESTURES) {
    it(`an edit from a page is accepted: ${JSON.stringify(edit)}`, () => assert.ok(flowEdit(edit)));

    it(`an edit from a page is refused without one of its parts: ${JSON.stringify(edit)}`, () => {
      for (const name of Object.keys(edit)) {
        assert.equal(flowEdit({ ...edit, [name]: undefined }), false, `without ${name}`);
      }
    });
  }

  it('an edit from a page is refused if its kind is unknown or it names no step', () => {
    for (const wrong of [
      undefined,
      'set',
      { kind: 'explode', steps: [] },
      { kind: 'deleteSteps', steps: [[0, 1, 2]] },
      { kind: 'deleteSteps', steps: [['0']] },
      { kind: 'shiftSteps', steps: [[0]], direction: 'left' },
      { kind: 'set', location: { in: 'params', path: [] }, value: 1 },
      { kind: 'addStep', to: { index: 0 }, step: [] },
    ]) {
      assert.equal(flowEdit(wrong), false, JSON.stringify(wrong));
    }
  });
});

describe('protocol/flowEdit: index of a step from a page', () => {
  it('the index of a step from a page starts at 0 and has one level of nesting', () => {
    assert.ok(stepPath([0]));
    assert.ok(stepPath([2, 0]));
    for (const wrong of [[], [-1], [0.5], [0, 1, 2], ['0'], '0', null]) {
      assert.equal(stepPath(wrong), false, JSON.stringify(wrong));
    }
  });

  it('the index of a step from a page of a target can have a parent', () => {
    assert.ok(insertionPoint({ index: 0 }));
    assert.ok(insertionPoint({ parent: 1, index: 0 }));
    assert.equal(insertionPoint({ parent: '1', index: 0 }), false);
    assert.equal(insertionPoint({}), false);
  });
});
