import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { Client } from '../../../src/client/client.ts';
import { SANDBOX } from '../../../src/stores/connection.ts';
import { KeyedLists } from '../../../src/stores/keyedLists.ts';
import { Session } from '../../../src/stores/session.ts';

const POLL_MS = 1000;

describe('stores/keyedLists', () => {
  let reads: string[];
  let failure: Error | undefined;
  let session: Session;
  let lists: KeyedLists<string>;

  beforeEach(async () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 });
    reads = [];
    failure = undefined;
    session = new Session(() => Promise.resolve({} as Client));
    session.use(SANDBOX);
    await session.client();
    lists = new KeyedLists<string>(session, undefined, POLL_MS, ({ key }) => {
      reads.push(key);
      if (failure) return Promise.reject(failure);
      return Promise.resolve({ items: [`${key} ${reads.length}`], total: undefined, next: undefined });
    });
  });

  afterEach(() => {
    lists.dispose();
    mock.timers.reset();
  });

  async function pass(ms: number): Promise<void> {
    mock.timers.tick(ms);
    await new Promise(resolve => setImmediate(resolve));
  }

  /** Shows the lists of some records like a view, which requests them again after each change. */
  function show(...keys: readonly string[]): void {
    lists.onDidChange(() => keys.forEach(key => lists.of(key)));
    lists.watch(true);
  }

  it('the lists below visible records are read again, and collapsed ones are not', async () => {
    await lists.of('open').ensure();
    await lists.of('folded').ensure();
    show('open');
    await pass(POLL_MS);
    assert.deepEqual(lists.of('open').state.items, ['open 3']);
    reads.length = 0;
    for (let round = 0; round < 3; round++) await pass(POLL_MS);
    assert.deepEqual(reads, ['open', 'open', 'open']);
  });

  it('the lists below visible records wait together if the service requests a wait', async () => {
    await lists.of('one').ensure();
    await lists.of('two').ensure();
    show('one', 'two');
    failure = Object.assign(new Error('slow down'), { retryAfterMs: 30_000 });
    reads.length = 0;
    await pass(POLL_MS);
    await pass(29_999);
    assert.deepEqual(reads, ['one']);
    failure = undefined;
    await pass(1);
    assert.deepEqual(reads.toSorted(), ['one', 'one', 'two']);
  });

  it('the lists below visible records are not read while they are hidden or there is no connection', async () => {
    await lists.of('open').ensure();
    show('open');
    lists.watch(false);
    await pass(10 * POLL_MS);
    lists.watch(true);
    session.use(SANDBOX);
    await pass(10 * POLL_MS);
    assert.deepEqual(reads, ['open']);
  });

  it('the lists below visible records keep their content if a read fails, and are read less often then', async () => {
    await lists.of('open').ensure();
    show('open');
    failure = new Error('away');
    await pass(POLL_MS);
    const { state } = lists.of('open');
    assert.ok(state.kind === 'failed' && state.items.length === 1);
    reads.length = 0;
    await pass(POLL_MS);
    assert.deepEqual(reads, []);
    await pass(POLL_MS);
    assert.deepEqual(reads, ['open']);
  });
});
