import assert from 'node:assert/strict';
import { SANDBOX } from '../../../src/stores/connection.ts';
import { ALL_MESSAGES, MessageLists, readMessages } from '../../../src/stores/mailboxStore.ts';
import { Session } from '../../../src/stores/session.ts';
import { scriptedClient } from '../../support/mockService.ts';

const MAILBOX = '0f8fad5b-d9cb-469f-a165-70867728950e';
const { signal } = new AbortController();

describe('stores/mailboxStore: page of messages', () => {
  it('a page of messages is requested without a cursor if it is the first, and with one otherwise', async () => {
    const page = (nextCursor: string) => ({ status: 200, body: { items: [{ id: 'm' }], nextCursor } });
    const { client, seen } = scriptedClient([page('c1'), page('c2')]);
    const first = await readMessages(client, MAILBOX, ALL_MESSAGES, undefined, signal);
    assert.equal(first.next, 'c1');
    assert.deepEqual(first.items, [{ id: 'm' }]);
    assert.equal((await readMessages(client, MAILBOX, ALL_MESSAGES, first.next, signal)).next, 'c2');
    const path = `/v1/mailboxes/${MAILBOX}/messages?limit=50`;
    assert.deepEqual(
      seen.map(request => request.path),
      [path, `${path}&cursor=c1`],
    );
  });

  for (const nextCursor of [null, undefined, '', 'c1']) {
    it(`a page of messages is the last one if its next cursor after “c1” is ${JSON.stringify(nextCursor)}`, async () => {
      const { client } = scriptedClient([{ status: 200, body: { items: [], nextCursor } }]);
      const { next } = await readMessages(client, MAILBOX, ALL_MESSAGES, 'c1', signal);
      assert.equal(next, undefined);
    });
  }

  it('a page of messages has no messages if its items are null', async () => {
    const { client } = scriptedClient([{ status: 200, body: { items: null, nextCursor: null } }]);
    assert.deepEqual((await readMessages(client, MAILBOX, ALL_MESSAGES, undefined, signal)).items, []);
  });

  it('a page of messages contains only what meets the filter, even if the service ignores it', async () => {
    const items = [
      { id: 'm1', hasOtp: true, fromAddress: 'Codes@service.example', receivedAt: '2026-11-21T12:00:00Z' },
      { id: 'm2', hasOtp: false, fromAddress: 'codes@service.example', receivedAt: '2026-11-21T12:00:00Z' },
      { id: 'm3', hasOtp: true, fromAddress: 'news@service.example', receivedAt: '2026-11-21T12:00:00Z' },
      { id: 'm4', hasOtp: true, fromAddress: 'codes@service.example', receivedAt: '2026-11-20T12:00:00Z' },
    ];
    const { client, seen } = scriptedClient([{ status: 200, body: { items } }]);
    const filter = { ...ALL_MESSAGES, from: 'codes@', since: '2026-11-21T00:00:00Z', onlyPasscodes: true };
    const page = await readMessages(client, MAILBOX, filter, undefined, signal);
    assert.deepEqual(
      page.items.map(({ id }) => id),
      ['m1'],
    );
    const query = 'limit=50&sender=codes%40&after=2026-11-21T00%3A00%3A00Z&hasOtp=true';
    assert.deepEqual(
      seen.map(request => request.path),
      [`/v1/mailboxes/${MAILBOX}/messages?${query}`],
    );
  });

  it('a page of messages contains the messages whose subject and sender have all words of a search', async () => {
    const items = [
      { id: 'm1', subject: 'Your ORDER is here', fromAddress: 'shop@service.example' },
      { id: 'm2', subject: 'Your order', fromAddress: 'news@other.example' },
      { id: 'm3', subject: null, fromAddress: 'orders@shop.example' },
      { id: 'm4', preview: 'The order of a shop' },
    ];
    const { client } = scriptedClient([{ status: 200, body: { items } }]);
    const page = await readMessages(
      client,
      MAILBOX,
      { ...ALL_MESSAGES, search: 'order  Shop' },
      undefined,
      signal,
    );
    assert.deepEqual(
      page.items.map(({ id }) => id),
      ['m1', 'm3'],
    );
  });
});

describe('stores/mailboxStore: filter of messages', () => {
  it('the filter of messages is that of all messages once nothing of it is left', () => {
    const lists = new MessageLists(new Session(() => Promise.reject(new Error('shut'))));
    lists.show({ ...ALL_MESSAGES, search: 'order' });
    assert.equal(lists.filter.search, 'order');
    lists.show({ ...lists.filter, search: '' });
    assert.equal(lists.filter, ALL_MESSAGES);
  });
});

describe('stores/mailboxStore: list of messages that was refused', () => {
  it('a list of messages that was refused is the one that waits, until the time that the service asked for is over', async () => {
    const { client } = scriptedClient([{ status: 429, headers: { 'retry-after': '30' } }], {
      maxWaitMs: 0,
    });
    const session = new Session(() => Promise.resolve(client));
    session.use(SANDBOX);
    const lists = new MessageLists(session);
    assert.equal(lists.waiting(Date.now()), undefined);
    await lists.of(MAILBOX).ensure();
    assert.equal(lists.waiting(Date.now())?.kind, 'failed');
    assert.equal(lists.waiting(Date.now() + 30_000), undefined);
  });
});
