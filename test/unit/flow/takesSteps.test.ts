import assert from 'node:assert/strict';
import { takesSteps } from '../../../src/flow/takesSteps.ts';
import { sampleCatalog } from '../../support/sampleCatalog.ts';

it('an action that takes steps repeats or chooses between them', () => {
  const names = ['flow.repeat', 'flow.branch', 'flow.forEach', 'loop', 'flow.run-parallel', 'flow.IF'];
  assert.deepEqual(
    names.map(method => takesSteps({ method })),
    names.map(() => true),
  );
});

it('an action that takes steps is no other one, and none without a method', () => {
  const names = ['device.swipe', 'flow.wait', 'agent.decide', 'loop.stop', 'notify', '', null, undefined];
  assert.deepEqual(
    names.map(method => takesSteps({ method })),
    names.map(() => false),
  );
  assert.equal(takesSteps(undefined), false);
});

it('an action that takes steps is one of two in the sandbox', () => {
  const methods = sampleCatalog()
    .searchActions('', Infinity)
    .flatMap(action => (takesSteps(action) ? [action.method] : []));
  assert.deepEqual(methods.toSorted(), ['flow.branch', 'flow.repeat']);
});
