import assert from 'node:assert/strict';
import type { PlannedStep } from '../../../../src/sandbox/engine/plan.ts';
import { RunMemory } from '../../../../src/sandbox/engine/runMemory.ts';

const planned = (key: string, children: readonly PlannedStep[] = []): PlannedStep => ({
  ...{ flowActionId: key, key, actionId: 'a', name: key, service: 's', method: 'm' },
  ...{ continueOnError: false, params: {}, children },
});

it('the results of a run for later steps have none of an earlier round when the next one begins', () => {
  const memory = new RunMemory([planned('outer', [planned('first'), planned('second')])]);
  memory.remember({ index: 0, status: 'running' });
  memory.remember({ index: 0, childIndex: 1, round: 0, status: 'success', output: { code: 1 } });
  memory.startRound(0);
  const outer = { status: 'running', body: {} };
  assert.deepEqual(memory.steps, { outer });
  memory.remember({ index: 0, childIndex: 0, round: 1, status: 'success', output: { code: 2 } });
  assert.deepEqual(memory.steps, { outer, first: { status: 'success', body: { code: 2 } } });
});
