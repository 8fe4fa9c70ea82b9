import assert from 'node:assert/strict';
import { RememberedMessageMarks } from '../../../src/appState/messageMarks.ts';
import type { MailboxMessage } from '../../../src/contract/records/mailbox.ts';
import { SANDBOX } from '../../../src/stores/connection.ts';
import { ALL_MESSAGES, MessageLists } from '../../../src/stores/mailboxStore.ts';
import { MessageMarks } from '../../../src/stores/messageMarks.ts';
import { Session } from '../../../src/stores/session.ts';
import { createMemento } from '../../support/memoryStorage.ts';
import { scriptedClient } from '../../support/mockService.ts';

const MAILBOX = '0f8fad5b-d9cb-469f-a165-70867728950e';
const OTHER = '0f8fad5b-d9cb-469f-a165-70867728950f';

/** A message that was received in a minute of an hour, or at an unknown time. */
function message(id: string, minute: number | undefined): MailboxMessage {
  const receivedAt =
    minute === undefined ? undefined : new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString();
  return { id, mailboxId: MAILBOX, receivedAt };
}

describe('appState/messageMarks', () => {
  let state: Map<string, unknown>;

  beforeEach(() => {
    state = new Map();
  });

  /** Opens a window in which the service returns these messages, one array for each read. */
  function open(...reads: readonly (readonly MailboxMessage[])[]) {
    const { client } = scriptedClient(reads.map(items => ({ status: 200, body: { items } })));
    const session = new Session(() => Promise.resolve(client));
    session.use(SANDBOX);
    const lists = new MessageLists(session);
    const kept = new RememberedMessageMarks(createMemento(state));
    const marks = new MessageMarks(session, kept, lists);
    const unread = (): string[] =>
      lists
        .of(MAILBOX)
        .state.items.filter(marks.of(MAILBOX))
        .map(({ id }) => id);
    return { lists, marks, unread, kept };
  }

  const old = [message('m2', 2), message('m1', 1), message('m0', undefined)];
  const later = [message('m4', 3), message('m3', 2), ...old];

  it('the marks of read messages count the messages of the first read as read, and only later ones as unread', async () => {
    const { lists, marks, unread } = open(old, later);
    await lists.of(MAILBOX).ensure();
    assert.deepEqual(unread(), []);
    await lists.of(MAILBOX).update();
    assert.deepEqual(unread(), ['m4', 'm3']);
    assert.deepEqual([marks.countIn(MAILBOX), marks.countIn(OTHER)], [2, 0]);
  });

  it('the marks of read messages keep what was read for the next window, until the connection is forgotten', async () => {
    const { lists, marks, unread } = open(old, later);
    await lists.of(MAILBOX).ensure();
    await lists.of(MAILBOX).update();
    let changes = 0;
    marks.onDidChange(() => changes++);
    await marks.markRead(message('m4', 3));
    await marks.markRead(message('m4', 3));
    assert.deepEqual([unread(), changes], [['m3'], 1]);
    const next = open(later, later);
    await next.lists.of(MAILBOX).ensure();
    assert.deepEqual(next.unread(), ['m3']);
    await next.kept.removeAll(SANDBOX.id);
    assert.equal(state.size, 0);
    assert.deepEqual(next.unread(), []);
  });

  it('the marks of read messages do not take the messages that a filter shows for all that a mailbox has', async () => {
    const { lists, unread } = open([message('m1', 1)], later);
    lists.show({ ...ALL_MESSAGES, onlyPasscodes: true });
    await lists.of(MAILBOX).ensure();
    lists.show(ALL_MESSAGES);
    await lists.of(MAILBOX).ensure();
    assert.deepEqual(unread(), []);
  });

  it('the marks of read messages have an end: 1,000 messages are kept, and all of a mailbox are marked by their time', async () => {
    const many = Array.from({ length: 1002 }, (_, index) => message(`n${index}`, 5));
    const { lists, marks, unread, kept } = open([], many);
    await lists.of(MAILBOX).ensure();
    await lists.of(MAILBOX).update();
    assert.equal(unread().length, 1002);
    for (const one of many) await marks.markRead(one);
    assert.deepEqual(unread(), ['n0', 'n1']);
    assert.equal(kept.of(SANDBOX.id).read.length, 1000);
    await marks.markAllRead(MAILBOX, [message('n0', 6)]);
    assert.deepEqual([unread(), kept.of(SANDBOX.id).read], [[], [`${MAILBOX}/n0`]]);
  });

  it('the marks of read messages do not keep IDs of any length', async () => {
    const { lists, marks, kept } = open([]);
    await lists.of(MAILBOX).ensure();
    await marks.markRead(message('x'.repeat(1_000_000), 1));
    assert.ok(JSON.stringify(kept.of(SANDBOX.id)).length < 1000);
  });
});
