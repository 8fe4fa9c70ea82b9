import assert from 'node:assert/strict';
import { factsText } from '../../../src/views/facts.ts';
import { simulationFacts } from '../../../src/views/simulationFacts.ts';
import type { ActiveFault } from '../../../src/contract/sandbox/fault.ts';

describe('views/facts: facts of a tooltip', () => {
  it('the facts of a tooltip show names and values literally, each on one line', () => {
    const text = factsText('A*b*', 'c_d_', [
      ['[x](command:a)\n\n# e', '`f`\ng'],
      ['Self', true],
      ['Missing', undefined],
    ]);
    assert.equal(
      text,
      '**A\\*b\\***\n\nc\\_d\\_\n\n- \\[x\\] \\(command:a\\) \\# e: \\`f\\` g\n- Self: yes\n',
    );
  });
});

describe('views/facts: facts of what the sandbox simulates', () => {
  const clock = { now: '2026-11-21T12:00:00.000Z', frozen: false, aheadMs: 7_200_000 };
  const fault: ActiveFault = {
    id: '1',
    name: 'Slow',
    used: 0,
    fault: { kind: 'latency', milliseconds: 2000 },
  };

  it('the facts of what the sandbox simulates are the clock, if it was moved, and the faults', () => {
    const state = { faults: [fault], clock, snapshots: [], problem: undefined };
    assert.deepEqual(simulationFacts({ state, clockMoved: true }), [
      ['Clock', '2 h ahead'],
      ['Slow', '2 s late · every call'],
    ]);
    assert.deepEqual(simulationFacts({ state, clockMoved: false }), [['Slow', '2 s late · every call']]);
  });
});
