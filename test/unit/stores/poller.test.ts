import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Poller, type Polled } from '../../../src/stores/poller.ts';
import { failureOf, scriptedClient } from '../../support/mockService.ts';

/** Lets what was promised happen, with the clock standing still. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
}

describe('stores/poller', () => {
  let reads: number[];
  let answer: Polled;
  let poller: Poller;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 });
    reads = [];
    answer = undefined;
    poller = new Poller(() => {
      reads.push(Date.now());
      return Promise.resolve(answer);
    }, 1000);
  });

  afterEach(() => {
    poller.dispose();
    mock.timers.reset();
  });

  async function pass(ms: number): Promise<void> {
    mock.timers.tick(ms);
    await settle();
  }

  it('a poller reads only while visible, and immediately after a long time', async () => {
    await pass(5000);
    assert.deepEqual(reads, []);
    poller.watch(true);
    await pass(0);
    await pass(1000);
    assert.deepEqual(reads, [5000, 6000]);
    poller.watch(false);
    await pass(9000);
    assert.deepEqual(reads, [5000, 6000]);
  });

  it('a poller doubles its interval with each failure and resets it after a success', async () => {
    poller.watch(true);
    answer = new Error('away');
    await pass(1000);
    await pass(1999);
    assert.deepEqual(reads, [1000]);
    await pass(1);
    answer = undefined;
    await pass(4000);
    await pass(1000);
    assert.deepEqual(reads, [1000, 3000, 7000, 8000]);
  });

  it('a poller respects a wait that the service requests, and otherwise waits two minutes at most', async () => {
    poller.watch(true);
    answer = Object.assign(new Error('slow down'), { retryAfterMs: 30_000 });
    await pass(1000);
    await pass(29_999);
    assert.equal(reads.length, 1);
    await pass(1);
    assert.equal(reads.length, 2);
    answer = new Error('away');
    for (let round = 0; round < 20; round++) await pass(120_000);
    assert.ok(reads.length >= 20);
  });

  it('a poller waits one hour if the service asks for years', async () => {
    const refusal = { status: 429, body: {}, headers: { 'retry-after': '99999999' } };
    const { client } = scriptedClient([refusal, refusal, refusal]);
    answer = await failureOf(client.listActions({}));
    poller.watch(true);
    await pass(1000);
    await pass(3_599_999);
    assert.equal(reads.length, 1);
    await pass(1);
    assert.equal(reads.length, 2);
  });

  it('a poller waits if the service asked another caller to, and continues after that', async () => {
    let earliest = 0;
    poller = new Poller(
      () => {
        reads.push(Date.now());
        return Promise.resolve(undefined);
      },
      1000,
      () => earliest,
    );
    poller.watch(true);
    await pass(1000);
    earliest = 31_000;
    await pass(1000);
    await pass(28_999);
    assert.deepEqual(reads, [1000]);
    await pass(1);
    await pass(1000);
    assert.deepEqual(reads, [1000, 31_000, 32_000]);
  });
});
