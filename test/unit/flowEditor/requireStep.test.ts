import assert from 'node:assert/strict';
import { countSteps } from '../../../src/flow/edit/chosenStep.ts';
import { parseFlow } from '../../../src/flow/document/flowDocument.ts';
import { requireStep } from '../../../src/flowEditor/requireStep.ts';
import { placedSteps } from '../../../src/flowEditor/stepCards.ts';
import { demoActionId } from '../../../src/sandbox/demo/demoCatalog.ts';
import { namedFlow } from '../../support/memoryFlow.ts';

const TAP = demoActionId('device.tap');
const CHANGED = /^Error: The step has changed meanwhile, so nothing was written to it\./;

describe('flowEditor/requireStep', () => {
  const chosen = {
    path: [1, 0],
    actionId: TAP,
    count: countSteps(parseFlow(namedFlow(TAP, 'a', ['b', 'b1', 'b2'], 'c'))),
  } as const;

  const requireIn = (...names: Parameters<typeof namedFlow>): unknown =>
    requireStep(placedSteps(parseFlow(namedFlow(...names))), chosen).step;

  it('a step that was chosen earlier is found at its path', () => {
    assert.deepEqual(requireIn(TAP, 'a', ['renamed', 'b1', 'b2'], 'c'), [1, 0]);
  });

  it('a step that was chosen earlier is not taken for another one with its action, after steps were added or removed', () => {
    assert.throws(() => requireIn(TAP, 'a', ['b', 'b2'], 'c'), CHANGED);
    assert.throws(() => requireIn(TAP, 'a', ['b', 'new', 'b1', 'b2'], 'c'), CHANGED);
  });

  it('a step that was chosen earlier has the same action as before', () => {
    const other = demoActionId('device.swipe');
    assert.throws(() => requireIn(other, 'a', ['b', 'b1', 'b2'], 'c'), CHANGED);
  });
});
