import assert from 'node:assert/strict';
import type { FlowGesture } from '../../../src/flow/edit/gesture.ts';
import { flowGesture, stepPath, stepSpot } from '../../../src/protocol/flowGesture.ts';

const params = { in: 'params', step: [0, 1], path: ['target', 0] } as const;
const settings = { in: 'settings', path: ['name'] } as const;

const GESTURES: readonly FlowGesture[] = [
  { kind: 'set', place: params, value: null },
  { kind: 'set', place: settings, value: 'Morning' },
  { kind: 'remove', place: params },
  { kind: 'insertItem', place: settings, index: 0, value: 1 },
  { kind: 'moveItem', place: params, from: 0, to: 2 },
  { kind: 'renameKey', place: params, name: 'other' },
  { kind: 'renameStep', step: [3], name: '' },
  { kind: 'addStep', to: { parent: 0, index: 1 }, step: { actionId: 'a' } },
  { kind: 'duplicateSteps', steps: [[0], [1, 0]] },
  { kind: 'deleteSteps', steps: [] },
  { kind: 'moveSteps', steps: [[0]], to: { index: 4 } },
  { kind: 'shiftSteps', steps: [[0]], direction: 'in' },
  { kind: 'pasteSteps', to: { index: 0 }, text: '[]' },
  { kind: 'wrapSteps', steps: [[0]], step: { actionId: 'a' } },
];

describe('a gesture from a page', () => {
  for (const gesture of GESTURES) {
    it(`is let through: ${JSON.stringify(gesture)}`, () => assert.ok(flowGesture(gesture)));

    it(`is refused with a part missing: ${JSON.stringify(gesture)}`, () => {
      for (const name of Object.keys(gesture)) {
        assert.equal(flowGesture({ ...gesture, [name]: undefined }), false, `without ${name}`);
      }
    });
  }

  it('is refused when it is of an unknown kind or names no step', () => {
    for (const wrong of [
      undefined,
      'set',
      { kind: 'explode', steps: [] },
      { kind: 'deleteSteps', steps: [[0, 1, 2]] },
      { kind: 'deleteSteps', steps: [['0']] },
      { kind: 'shiftSteps', steps: [[0]], direction: 'left' },
      { kind: 'set', place: { in: 'params', path: [] }, value: 1 },
      { kind: 'addStep', to: { index: 0 }, step: [] },
    ]) {
      assert.equal(flowGesture(wrong), false, JSON.stringify(wrong));
    }
  });
});

describe('the place of a step from a page', () => {
  it('counts from 0 and has one level of nesting', () => {
    assert.ok(stepPath([0]));
    assert.ok(stepPath([2, 0]));
    for (const wrong of [[], [-1], [0.5], [0, 1, 2], ['0'], '0', null]) {
      assert.equal(stepPath(wrong), false, JSON.stringify(wrong));
    }
  });

  it('to be put at may have a parent', () => {
    assert.ok(stepSpot({ index: 0 }));
    assert.ok(stepSpot({ parent: 1, index: 0 }));
    assert.equal(stepSpot({ parent: '1', index: 0 }), false);
    assert.equal(stepSpot({}), false);
  });
});
