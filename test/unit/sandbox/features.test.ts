import assert from 'node:assert/strict';
import { operationIds } from '../../../src/contract/operations.ts';
import { sandboxOperations } from '../../../src/contract/sandboxOperations.ts';
import { Faults } from '../../../src/sandbox/http/faults.ts';
import { debugHandlers } from '../../../src/sandbox/control/debug/debugHandlers.ts';
import { DebugRuns } from '../../../src/sandbox/control/debug/debugRuns.ts';
import { controlHandlers, keyHandlers } from '../../../src/sandbox/control/handlers.ts';
import { phoneHandlers } from '../../../src/sandbox/control/phones/phoneHandlers.ts';
import { RealPhones } from '../../../src/sandbox/control/phones/realPhones.ts';
import { Trials, trialRunHandlers } from '../../../src/sandbox/control/trials.ts';
import { stateHandlers, WholeState } from '../../../src/sandbox/control/wholeState.ts';
import { demoCatalog } from '../../../src/sandbox/demo/demoCatalog.ts';
import { AccessKey } from '../../../src/sandbox/http/accessKey.ts';
import { MovableClock } from '../../../src/sandbox/runtime/movableClock.ts';
import { features, handlers } from '../../../src/sandbox/features.ts';

/** Methods that the engine carries out itself, since they order other steps. */
const ENGINE = ['flow.repeat', 'flow.branch'];

it('the features of the sandbox implement every operation exactly once', () => {
  const control = controlHandlers(new Faults(Math.random), new MovableClock());
  const state = stateHandlers(Object.create(WholeState.prototype) as WholeState);
  const key = keyHandlers(Object.create(AccessKey.prototype) as AccessKey);
  const trials = trialRunHandlers(Object.create(Trials.prototype) as Trials);
  const debug = debugHandlers(Object.create(DebugRuns.prototype) as DebugRuns);
  const phones = phoneHandlers(Object.create(RealPhones.prototype) as RealPhones);
  const own = [control, state, key, trials, debug, phones];
  const all = [...features.map(feature => feature.handlers), ...own].flatMap(Object.keys);
  assert.deepEqual(all.toSorted(), [...operationIds, ...Object.keys(sandboxOperations)].toSorted());
  assert.equal(Object.keys(Object.assign({}, handlers, ...own) as object).length, all.length);
});

it('the features of the sandbox implement every method of the demo catalog exactly once', () => {
  const methods = [...features.flatMap(feature => Object.keys(feature.steps ?? {})), ...ENGINE];
  const wanted = new Set(demoCatalog.map(({ method }) => method));
  assert.deepEqual(methods.toSorted(), [...wanted].toSorted());
});

it('the features of the sandbox define each kind of job once', () => {
  const names = features.flatMap(feature => feature.jobs ?? []).map(job => job.name);
  assert.equal(new Set(names).size, names.length);
});
