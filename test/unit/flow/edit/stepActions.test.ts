import assert from 'node:assert/strict';
import type { StepPath } from '../../../../src/flow/edit/flowEdit.ts';
import {
  insertionPointAfter,
  insertionPointInside,
  stepChangeEdit,
} from '../../../../src/flow/edit/stepActions.ts';

const card = (step: StepPath, canContainSteps = false) => ({ step, canContainSteps });
// The second item of both lists is no step.
const steps = [card([0], true), card([0, 0]), card([0, 2]), card([2], true), card([3])];

describe('flow/edit/stepActions: position of a new step', () => {
  it('the position of a new step is after the selected step, in its list', () => {
    assert.deepEqual(insertionPointAfter([0], steps), { index: 1 });
    assert.deepEqual(insertionPointAfter([0, 0], steps), { parent: 0, index: 1 });
  });

  it('the position of a new step is at the end if none is selected', () => {
    assert.deepEqual(insertionPointAfter(undefined, steps), { index: 4 });
    assert.deepEqual(insertionPointAfter(undefined, []), { index: 0 });
    assert.deepEqual(insertionPointInside(undefined, steps), { index: 4 });
  });

  it('the position of a new step is after the children of a step, or of the parent of a child', () => {
    assert.deepEqual(insertionPointInside([0], steps), { parent: 0, index: 3 });
    assert.deepEqual(insertionPointInside([0, 0], steps), { parent: 0, index: 3 });
    assert.deepEqual(insertionPointInside([2], steps), { parent: 2, index: 0 });
  });

  it('the position of a new step is after a step that takes no children', () => {
    assert.deepEqual(insertionPointInside([3], steps), { index: 4 });
  });
});

describe('flow/edit/stepActions: commands of steps', () => {
  it('the commands of steps are edits', () => {
    assert.deepEqual(stepChangeEdit('duplicate', [[0]]), { kind: 'duplicateSteps', steps: [[0]] });
    assert.deepEqual(stepChangeEdit('delete', [[0]]), { kind: 'deleteSteps', steps: [[0]] });
    const moved = { kind: 'shiftSteps', steps: [[0]], direction: 'out' };
    assert.deepEqual(stepChangeEdit('moveOut', [[0]]), moved);
  });
});
