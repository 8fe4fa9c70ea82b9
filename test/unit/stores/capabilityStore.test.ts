import assert from 'node:assert/strict';
import type { Client } from '../../../src/client/client.ts';
import { CapabilityStore } from '../../../src/stores/capabilityStore.ts';
import { serviceConnection } from '../../../src/stores/connection.ts';
import { Session } from '../../../src/stores/session.ts';

describe('stores/capabilityStore', () => {
  type Read = Client['getDeviceCapabilities'];
  let running = 0;
  let most = 0;
  const asked: string[] = [];

  async function open(
    answer: (id: string) => unknown,
  ): Promise<{ session: Session; store: CapabilityStore }> {
    running = most = 0;
    asked.length = 0;
    const read = async ({ params }: { params: { deviceId: string } }): Promise<unknown> => {
      asked.push(params.deviceId);
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      return { value: { capabilities: await answer(params.deviceId) } };
    };
    const client = { getDeviceCapabilities: read as unknown as Read } as Client;
    const session = new Session(() => Promise.resolve(client));
    session.use(serviceConnection('Test', 'http://127.0.0.1:1/v1'));
    await session.client();
    return { session, store: new CapabilityStore(session) };
  }

  async function reopen(session: Session): Promise<void> {
    session.use(serviceConnection('Other', 'http://127.0.0.1:2/v1'));
    await session.client();
  }

  /** Waits until the store has reported the given number of changes. */
  async function changes(store: CapabilityStore, count: number): Promise<void> {
    let left = count;
    await new Promise<void>(resolve => {
      const subscription = store.onDidChange(() => {
        if (--left > 0) return;
        subscription.dispose();
        resolve();
      });
    });
  }

  it('device capabilities are read once for each visible device, two at a time, and a hundred at most', async () => {
    const { store } = await open(id => ({ geo: id !== '3' }));
    const ids = Array.from({ length: 150 }, (_, index) => String(index));
    for (const id of [...ids, ...ids]) assert.equal(store.of(id), undefined);
    // Changes are reported in groups of twenty.
    await changes(store, 5);
    assert.equal(asked.length, 100);
    assert.equal(new Set(asked).size, 100);
    assert.equal(most, 2);
    assert.deepEqual(store.of('3'), { geo: false });
    assert.equal(store.of('140'), undefined);
    store.dispose();
  });

  it('device capabilities stay unknown if the service does not offer them, without further requests', async () => {
    const { store } = await open(() => {
      throw new Error('not offered');
    });
    for (const id of ['1', '2', '3', '4']) store.of(id);
    while (running > 0 || asked.length === 0) await Promise.resolve();
    await new Promise(resolve => setImmediate(resolve));
    assert.ok(asked.length <= 2, asked.join());
    assert.equal(store.of('1'), undefined);
    store.dispose();
  });

  it('device capabilities are forgotten with the connection', async () => {
    const { session, store } = await open(() => ({ geo: true }));
    store.of('1');
    await changes(store, 1);
    session.use(undefined);
    assert.equal(store.of('1'), undefined);
    store.dispose();
  });

  it('device capabilities are not those of an earlier connection that answers later', async () => {
    const { promise: late, resolve: answerLate } = Promise.withResolvers<object>();
    const answers = [late, Promise.resolve({ geo: true })];
    const { session, store } = await open(() => answers.shift());
    store.of('1');
    await reopen(session);
    store.of('1');
    await new Promise(resolve => setImmediate(resolve));
    answerLate({ geo: false });
    await changes(store, 1);
    assert.deepEqual([store.of('1'), asked], [{ geo: true }, ['1', '1']]);
    store.dispose();
  });

  it('device capabilities are read although a request of an earlier connection fails later', async () => {
    const { promise: late, reject: failLate } = Promise.withResolvers<object>();
    const answers: Promise<object>[] = [late];
    const { session, store } = await open(() => answers.shift() ?? { geo: true });
    store.of('1');
    await reopen(session);
    for (const id of ['1', '2', '3']) store.of(id);
    failLate(new Error('cut'));
    await changes(store, 1);
    assert.deepEqual(
      ['1', '2', '3'].map(id => store.of(id)),
      [{ geo: true }, { geo: true }, { geo: true }],
    );
    store.dispose();
  });
});
