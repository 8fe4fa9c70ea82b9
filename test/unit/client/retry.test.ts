import assert from 'node:assert/strict';
import type { Client } from '../../../src/client/client.ts';
import { readServerWaitMs } from '../../../src/client/retry.ts';
import { EMPTY_PAGE, failureOf, scriptedClient } from '../../support/mockService.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const refusal = { code: 'x', message: 'No.' };
const swipe = { startX: 1, startY: 2, endX: 3, endY: 4, duration: 10 };
const step = { actionId: ID, position: 1 };

const calls: Record<string, { run: (client: Client) => Promise<unknown>; repeats: boolean }> = {
  GET: { run: client => client.listActions({}), repeats: true },
  PUT: {
    run: client => client.replaceFlowActions({ params: { flowId: ID }, body: { actions: [step] } }),
    repeats: true,
  },
  DELETE: { run: client => client.deleteFlow({ params: { flowId: ID } }), repeats: true },
  'PUT that acts': {
    run: client => client.pressKey({ params: { deviceId: ID }, body: { key: 4 } }),
    repeats: false,
  },
  PATCH: { run: client => client.updateFlow({ params: { flowId: ID }, body: {} }), repeats: false },
  POST: {
    run: client => client.swipeDevice({ params: { deviceId: ID }, body: swipe }),
    repeats: false,
  },
  'POST with a key': {
    run: client => client.connectMailbox({ body: { provider: 'gmail' } }, { idempotencyKey: 'k' }),
    repeats: true,
  },
};

/** A screen that is off is so a second later (wire facts 9). */
const LASTING = 500;
const RETRIED = [408, 429, 500, 502, 503, 504];
const FINAL = [400, 401, 402, 403, 404, 409, 410, 413, 422, 501];

function lost(): Error {
  return Object.assign(new Error('reset'), { code: 'ECONNRESET' });
}

describe('client/retry', () => {
  it('the client reports immediately that a screen is off, and retries on request of the service or on 503', async () => {
    for (const [status, headers, attempts] of [
      [LASTING, {}, 1],
      [LASTING, { 'x-should-retry': 'true' }, 3],
      [503, {}, 3],
    ] as const) {
      const answer = { status, body: refusal, headers };
      const { client, exchanges } = scriptedClient([answer, answer, answer]);
      await failureOf(client.takeScreenshot({ params: { deviceId: ID } }));
      assert.equal(exchanges.length, attempts, `${status} ${JSON.stringify(headers)}`);
    }
  });

  for (const [name, { run, repeats }] of Object.entries(calls)) {
    it(`the client ${repeats ? 'retries' : 'never retries'} temporary failures of ${name}`, async () => {
      for (const status of [...RETRIED, 'lost'] as const) {
        const answer = status === 'lost' ? { status: 0, error: lost() } : { status, body: refusal };
        const { client, exchanges } = scriptedClient([answer, answer, answer]);
        await failureOf(run(client));
        assert.equal(exchanges.length, repeats ? 3 : 1, `${name} ${status}`);
      }
    });

    it(`the client does not retry permanent failures of ${name}`, async () => {
      for (const status of FINAL) {
        const { client, exchanges } = scriptedClient([{ status, body: refusal }]);
        await failureOf(run(client));
        assert.equal(exchanges.length, 1, `${name} ${status}`);
      }
    });

    it(`the client obeys x-should-retry for ${name}`, async () => {
      const yes = { status: 409, body: refusal, headers: { 'x-should-retry': 'true' } };
      const asked = scriptedClient([yes, yes, yes]);
      const error = await failureOf(run(asked.client));
      assert.equal(asked.exchanges.length, 3);
      assert.equal(error.retryable, true);
      const no = { status: 503, body: refusal, headers: { 'x-should-retry': 'false' } };
      const told = scriptedClient([no]);
      const final = await failureOf(run(told.client));
      assert.equal(told.exchanges.length, 1);
      assert.equal(final.retryable, false);
    });
  }

  it('the client succeeds if a later attempt succeeds, and counts the attempts', async () => {
    const { client, waits, exchanges } = scriptedClient([
      { status: 503, body: refusal },
      { status: 200, body: EMPTY_PAGE },
    ]);
    const reply = await client.listActions({});
    assert.equal(reply.status, 200);
    assert.deepEqual(waits, [500]);
    assert.deepEqual(
      exchanges.map(({ attempt, status, failure }) => ({ attempt, status, failure })),
      [
        { attempt: 1, status: 503, failure: 'refused' },
        { attempt: 2, status: 200, failure: undefined },
      ],
    );
  });

  it('the client doubles its wait, minus up to a quarter', async () => {
    const answer = { status: 503, body: refusal };
    const longest = scriptedClient([answer, answer, answer]);
    await failureOf(longest.client.listActions({}));
    assert.deepEqual(longest.waits, [500, 1000]);
    const shortest = scriptedClient([answer, answer, answer], { random: () => 1 });
    await failureOf(shortest.client.listActions({}));
    assert.deepEqual(shortest.waits, [375, 750]);
  });

  const waits: [headers: Record<string, string>, ms: number][] = [
    [{ 'retry-after': '2' }, 2000],
    [{ 'retry-after': '0.25' }, 250],
    [{ 'retry-after-ms': '40', 'retry-after': '2' }, 40],
    [{ 'retry-after': '3600' }, 60_000],
    [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, 500],
    [{ 'retry-after': '-5' }, 500],
    [{ 'retry-after': '5, 5' }, 5000],
    [{ 'retry-after': '1, 7' }, 7000],
    [{ 'retry-after': '5 6' }, 500],
    [{ 'retry-after': '5s' }, 500],
    [{ 'retry-after': 'May 5' }, 500],
    [{ 'retry-after': '0x10' }, 500],
    [{ 'retry-after': 'Infinity' }, 500],
    [{ 'retry-after-ms': '-40', 'retry-after': '2' }, 2000],
    [{ 'retry-after-ms': '40s', 'retry-after': '2' }, 2000],
    [{ 'retry-after': 'Thursday, 01-Jan-70 00:00:00 GMT' }, 0],
  ];
  for (const [headers, ms] of waits) {
    it(`the client waits ${ms} ms for ${JSON.stringify(headers)}`, async () => {
      const { client, waits: seen } = scriptedClient([
        { status: 429, body: refusal, headers },
        { status: 200, body: EMPTY_PAGE },
      ]);
      await client.listActions({});
      assert.deepEqual(seen, [ms]);
    });
  }

  it('the client uses the wait of the error body unless a header has one', async () => {
    const body = { ...refusal, retryAfterSeconds: 3 };
    const bare = scriptedClient([
      { status: 429, body },
      { status: 200, body: EMPTY_PAGE },
    ]);
    await bare.client.listActions({});
    assert.deepEqual(bare.waits, [3000]);
    const both = scriptedClient([
      { status: 429, body, headers: { 'retry-after': '1' } },
      { status: 200, body: EMPTY_PAGE },
    ]);
    await both.client.listActions({});
    assert.deepEqual(both.waits, [1000]);
  });

  it('the client reads a wait that is a date', () => {
    const now = Date.parse('Sat, 21 Nov 2026 00:00:00 GMT');
    assert.equal(readServerWaitMs({ 'retry-after': 'Sat, 21 Nov 2026 00:00:07 GMT' }, undefined, now), 7000);
    assert.equal(readServerWaitMs({ 'retry-after': '' }, undefined, now), undefined);
  });

  it('the client reports a wait of one hour at most', async () => {
    const hour = 3_600_000;
    for (const headers of [
      { 'retry-after': '99999999' },
      { 'retry-after': '1e307' },
      { 'retry-after-ms': '1e12' },
    ])
      assert.equal(readServerWaitMs(headers, undefined), hour);
    assert.equal(readServerWaitMs({}, Infinity), hour);
    const answer = { status: 429, body: refusal, headers: { 'retry-after': '99999999' } };
    const { client, waits } = scriptedClient([answer, answer, answer]);
    assert.equal((await failureOf(client.listActions({}))).retryAfterMs, hour);
    assert.deepEqual(waits, [60_000, 60_000]);
  });

  it('the client never retries an unreadable success, whatever the headers say', async () => {
    const answer = { status: 200, body: 'oops', headers: { 'x-should-retry': 'true' } };
    const { client, exchanges } = scriptedClient([answer, answer]);
    const error = await failureOf(client.connectMailbox({ body: { provider: 'gmail' } }));
    assert.equal(error.failure.kind, 'notJson');
    assert.equal(error.retryable, false);
    assert.equal(exchanges.length, 1);
  });

  it('the client fails if the wait is longer than the maximum of the caller', async () => {
    const answer = { status: 429, body: refusal, headers: { 'retry-after': '30' } };
    const { client, waits: seen } = scriptedClient([answer], { maxWaitMs: 5000 });
    const error = await failureOf(client.listActions({}));
    assert.deepEqual(seen, []);
    assert.equal(error.retryAfterMs, 30_000);
    assert.equal(error.retryable, true);
  });

  it('the client reuses the idempotency key on every attempt', async () => {
    const answer = { status: 409, body: refusal, headers: { 'x-should-retry': 'true' } };
    const { client, seen } = scriptedClient([answer, answer, answer]);
    await failureOf(client.connectMailbox({ body: { provider: 'gmail' } }, { idempotencyKey: 'one-intent' }));
    assert.deepEqual(
      seen.map(one => one.headers['idempotency-key']),
      ['one-intent', 'one-intent', 'one-intent'],
    );
  });

  it('the client never retries what the caller canceled, before, during, or between attempts', async () => {
    const answer = { status: 503, body: refusal };
    const before = scriptedClient([answer]);
    const cancelled = await failureOf(before.client.listActions({}, { signal: AbortSignal.abort() }));
    assert.equal(cancelled.failure.kind, 'cancelled');
    assert.equal(before.seen.length, 0);

    const control = new AbortController();
    const between = scriptedClient([answer, answer], {
      wait: () => {
        control.abort();
        return Promise.reject(new Error('aborted'));
      },
    });
    const error = await failureOf(between.client.listActions({}, { signal: control.signal }));
    assert.equal(error.failure.kind, 'cancelled');
    assert.equal(between.seen.length, 1);
  });

  it('the client ends its wait as soon as the caller cancels', async () => {
    const control = new AbortController();
    const { client, seen } = scriptedClient(
      [{ status: 503, body: refusal, headers: { 'retry-after': '60' } }],
      // The wait has begun by the next turn of the event loop.
      { wait: undefined, onExchange: () => void setImmediate(() => control.abort()) },
    );
    const error = await failureOf(client.listActions({}, { signal: control.signal }));
    assert.equal(error.failure.kind, 'cancelled');
    assert.equal(seen.length, 1);
  });
});
