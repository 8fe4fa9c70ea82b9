import assert from 'node:assert/strict';
import { operations } from '../../../src/contract/operations.ts';
import { deadlineOf, headersTimeoutOf, silenceOf } from '../../../src/client/timeouts.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

describe('client/timeouts', () => {
  const limits = (name: keyof typeof operations): readonly number[] => [
    headersTimeoutOf(operations[name]),
    silenceOf(operations[name]),
    deadlineOf(operations[name]),
  ];

  it('the time limits of a call are longer for operations that wait, and for streams', () => {
    assert.deepEqual(limits('listFlows'), [MINUTE, MINUTE, 5 * MINUTE]);
    assert.deepEqual(limits('waitForDevice'), [10 * MINUTE, MINUTE, 15 * MINUTE]);
    assert.deepEqual(limits('attachTask'), [MINUTE, 15 * MINUTE, 6 * 60 * MINUTE]);
  });
});
