import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ApiError, type Failure } from '../../../src/client/failure.ts';
import {
  readMessageIds,
  passcodeArriving,
  type PasscodeWait,
  type ReadMessages,
} from '../../../src/stores/passcodeWait.ts';
import type { MailboxMessage } from '../../../src/contract/records/mailbox.ts';

const OLD: MailboxMessage = { id: 'old', subject: 'Your code is 111222' };
const NEW: MailboxMessage = { id: 'new', subject: 'Your code is 333444' };

type Answer = readonly MailboxMessage[] | Error;

function failed(failure: Failure, retryable: boolean, retryAfterMs?: number): ApiError {
  return new ApiError(failure, {
    operation: 'listMailboxMessages',
    traceId: undefined,
    retryAfterMs,
    retryable,
  });
}

const CUT = failed({ kind: 'connectionLost', code: 'ECONNRESET' }, true);
const NO_NAME = failed({ kind: 'unknownHost', host: 'service.example' }, false);
const REFUSED = failed(
  { kind: 'refused', status: 403, body: 'mailbox', code: undefined, message: 'No.', problems: [] },
  false,
);

/** Reads that return one response after another; the last one is repeated. */
function reading(...answers: readonly Answer[]): ReadMessages {
  const left = [...answers];
  return () => {
    const answer = (left.length > 1 ? left.shift() : left[0]) ?? [];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
}

describe('waiting for a passcode', () => {
  beforeEach(() => mock.timers.enable({ apis: ['Date'] }));
  afterEach(() => mock.timers.reset());

  /** A pause counts as a millisecond, however long it takes. */
  function waiting(read: ReadMessages, before: readonly string[] | undefined, ms: number): Promise<unknown> {
    const { signal } = new AbortController();
    const onPause = (): void => mock.timers.tick(1);
    const wait: PasscodeWait = { pollMs: 1, until: Date.now() + ms, signal, onPause };
    return passcodeArriving(read, before && new Set(before), wait);
  }

  it('accepts messages that came after the recorded ones, however old', async () => {
    const before = await readMessageIds(reading([OLD]));
    assert.deepEqual([...(before ?? [])], ['old']);
    assert.equal(await waiting(reading([NEW, OLD]), ['old'], 60_000), '333444');
  });

  it('ignores the messages of the first read if none could be recorded before', async () => {
    assert.equal(await readMessageIds(reading(REFUSED)), undefined);
    assert.equal(await waiting(reading([OLD], [NEW, OLD]), undefined, 60_000), '333444');
  });

  it('continues after temporary failures', async () => {
    const slow = failed({ kind: 'timeout', ms: 1 }, true, 2);
    assert.equal(await waiting(reading([OLD], CUT, NO_NAME, slow, [NEW]), ['old'], 60_000), '333444');
  });

  it('ends with the last failure if it never recovered, and otherwise with nothing', async () => {
    await assert.rejects(waiting(reading(CUT, NO_NAME), ['old'], 20), NO_NAME);
    assert.equal(await waiting(reading(CUT, [OLD]), ['old'], 20), undefined);
  });

  it('ends immediately on a permanent failure', async () => {
    await assert.rejects(waiting(reading(REFUSED), ['old'], 60_000), REFUSED);
  });

  it('respects the delay that the service requests, but not beyond the end', async () => {
    const busy = failed({ kind: 'timeout', ms: 1 }, true, 3_600_000);
    await assert.rejects(waiting(reading(busy), ['old'], 20), busy);
  });

  it('ends with nothing when it is canceled', async () => {
    const ending = new AbortController();
    const onPause = (): void => ending.abort();
    const wait: PasscodeWait = { pollMs: 60_000, until: Date.now() + 60_000, signal: ending.signal, onPause };
    assert.equal(await passcodeArriving(reading(CUT), new Set(), wait), undefined);
  });
});
