import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ApiError, type Failure } from '../../../src/client/failure.ts';
import {
  type PasscodeMail,
  readMessageIds,
  passcodeArriving,
  passcodeReader,
  type PasscodeWait,
  type ReadPasscodes,
} from '../../../src/stores/passcodeWait.ts';
import type { MailboxMessage } from '../../../src/contract/records/mailbox.ts';
import { passcodeOf } from '../../../src/util/passcodes/passcode.ts';
import { type Scripted, scriptedClient } from '../../support/mockService.ts';

const OLD: MailboxMessage = { id: 'old', subject: 'Your code is 111222' };
const NEW: MailboxMessage = { id: 'new', subject: 'Your code is 333444' };

function mailOf(message: MailboxMessage): PasscodeMail {
  return { message, code: () => passcodeOf(message) };
}

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
function reading(...answers: readonly Answer[]): ReadPasscodes {
  const left = [...answers];
  return () => {
    const answer = (left.length > 1 ? left.shift() : left[0]) ?? [];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer.map(mailOf));
  };
}

describe('stores/passcodeWait: wait for a passcode', () => {
  beforeEach(() => mock.timers.enable({ apis: ['Date'] }));
  afterEach(() => mock.timers.reset());

  /** A pause counts as a millisecond, however long it takes. */
  async function waiting(
    read: ReadPasscodes,
    before: readonly string[] | undefined,
    ms: number,
  ): Promise<string | undefined> {
    const { signal } = new AbortController();
    const onPause = (): void => mock.timers.tick(1);
    const wait: PasscodeWait = { pollMs: 1, until: Date.now() + ms, signal, onPause };
    return (await passcodeArriving(read, before && new Set(before), wait))?.code;
  }

  it('the wait for a passcode accepts messages that came after the recorded ones, however old', async () => {
    const before = await readMessageIds(reading([OLD]));
    assert.deepEqual([...(before ?? [])], ['old']);
    assert.equal(await waiting(reading([NEW, OLD]), ['old'], 60_000), '333444');
  });

  it('the wait for a passcode ignores the messages of the first read if none could be recorded before', async () => {
    assert.equal(await readMessageIds(reading(REFUSED)), undefined);
    assert.equal(await waiting(reading([OLD], [NEW, OLD]), undefined, 60_000), '333444');
  });

  it('the wait for a passcode continues after temporary failures', async () => {
    const slow = failed({ kind: 'timeout', ms: 1 }, true, 2);
    assert.equal(await waiting(reading([OLD], CUT, NO_NAME, slow, [NEW]), ['old'], 60_000), '333444');
  });

  it('the wait for a passcode ends with the last failure if it never recovered, and otherwise with nothing', async () => {
    await assert.rejects(waiting(reading(CUT, NO_NAME), ['old'], 20), NO_NAME);
    assert.equal(await waiting(reading(CUT, [OLD]), ['old'], 20), undefined);
  });

  it('the wait for a passcode ends immediately on a permanent failure', async () => {
    await assert.rejects(waiting(reading(REFUSED), ['old'], 60_000), REFUSED);
  });

  it('the wait for a passcode respects the delay that the service requests, but not beyond the end', async () => {
    const busy = failed({ kind: 'timeout', ms: 1 }, true, 3_600_000);
    await assert.rejects(waiting(reading(busy), ['old'], 20), busy);
  });

  it('the wait for a passcode ends with nothing when it is canceled', async () => {
    const ending = new AbortController();
    const onPause = (): void => ending.abort();
    const wait: PasscodeWait = { pollMs: 60_000, until: Date.now() + 60_000, signal: ending.signal, onPause };
    assert.equal(await passcodeArriving(reading(CUT), new Set(), wait), undefined);
  });
});

const MAILBOX = '0f8fad5b-d9cb-469f-a165-70867728950e';

function found(code: string, messageId: string, receivedAt = '2026-11-28T10:00:00Z'): Scripted {
  return { status: 200, body: { data: { code, messageId, receivedAt, confidence: 'low' } } };
}

function listed(...items: readonly MailboxMessage[]): Scripted {
  return { status: 200, body: { items: items.map(item => ({ ...item, hasOtp: true })), nextCursor: null } };
}

const NONE: Scripted = { status: 204 };
const UNKNOWN: Scripted = { status: 404, body: { code: 'not_found', message: 'Nothing here.' } };

describe('stores/passcodeWait: reader of passcodes', () => {
  function reader(
    script: readonly Scripted[],
    after?: string,
  ): { readonly read: () => Promise<unknown[]>; readonly paths: () => readonly string[] } {
    const { client, seen } = scriptedClient(script);
    const { signal } = new AbortController();
    const read = passcodeReader(client, MAILBOX, { after, signal });
    const prefix = `/v1/mailboxes/${MAILBOX}/`;
    return {
      read: async () => (await read()).map(({ message, code }) => [message.id, code()]),
      paths: () => seen.map(({ path }) => path.replace(prefix, '')),
    };
  }

  it('the reader of passcodes uses the operation of the service, which keeps zeros at the beginning', async () => {
    const { read, paths } = reader([NONE, found('0042 17', 'a')], '2026-11-28T09:00:00Z');
    assert.deepEqual(await read(), []);
    assert.deepEqual(await read(), [['a', '004217']]);
    const path = 'otp?after=2026-11-28T09%3A00%3A00Z';
    assert.deepEqual(paths(), [path, path]);
  });

  for (const [what, refused] of [
    ['lacks the operation', UNKNOWN],
    ['does not allow the method', { status: 405 }],
    ['has not implemented it', { status: 501 }],
    [
      'has switched it off',
      { status: 409, body: { code: 'otp_extraction_disabled', message: 'It is off.' } },
    ],
  ] as const) {
    it(`the reader of passcodes reads the messages from then on if the service ${what}`, async () => {
      const { read, paths } = reader([refused, listed(OLD), listed(NEW, OLD)]);
      assert.deepEqual(await read(), [['old', '111222']]);
      assert.deepEqual(await read(), [
        ['new', '333444'],
        ['old', '111222'],
      ]);
      assert.deepEqual(
        paths().map(path => path.split('?')[0]),
        ['otp', 'messages', 'messages'],
      );
    });
  }

  it('the reader of passcodes fails if the mailbox is gone, and never replaces the service once it has found passcodes', async () => {
    const gone = reader([UNKNOWN, UNKNOWN]);
    await assert.rejects(gone.read(), ApiError);
    const later = reader([found('111222', 'old'), UNKNOWN, found('333444', 'new')]);
    await later.read();
    await assert.rejects(later.read(), ApiError);
    assert.deepEqual(await later.read(), [['new', '333444']]);
  });

  it('the reader of passcodes ignores a message that is the newest only because a newer one was deleted', async () => {
    const times = ['2026-11-28T10:00:00Z', '2026-11-28T09:00:00Z', '2026-11-28T10:00:01Z'] as const;
    const { read } = reader([
      found('1111', 'a', times[0]),
      found('2222', 'b', times[1]),
      found('3333', 'c', times[2]),
    ]);
    assert.deepEqual(await read(), [['a', '1111']]);
    assert.deepEqual(await read(), []);
    assert.deepEqual(await read(), [['c', '3333']]);
  });

  it('the reader of passcodes takes nothing for a passcode that nobody could type', async () => {
    for (const code of ['', ' ', 'x'.repeat(33), 'rm;ls', '12\u202e34', '<b>1234</b>'])
      assert.deepEqual(await reader([found(code, 'a')]).read(), [['a', undefined]]);
    assert.deepEqual(await reader([found('AB-12 cd', 'a')]).read(), [['a', 'AB12cd']]);
  });
});
