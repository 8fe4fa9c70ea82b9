import assert from 'node:assert/strict';
import { RunMemory } from '../../../../src/sandbox/engine/runMemory.ts';

describe('the results of a run for later steps', () => {
  it('have none of an earlier round when the next one begins', () => {
    const memory = new RunMemory();
    memory.remember({ index: 0, status: 'running' });
    memory.remember({ index: 0, childIndex: 1, round: 0, status: 'success', output: { code: 1 } });
    memory.startRound(0);
    assert.deepEqual(memory.steps, [{ status: 'running', output: {}, children: [] }]);
    memory.remember({ index: 0, childIndex: 0, round: 1, status: 'success', output: { code: 2 } });
    assert.deepEqual(memory.steps[0]?.children, [{ status: 'success', output: { code: 2 }, children: [] }]);
  });
});
