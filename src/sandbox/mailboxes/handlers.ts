import { Limits } from '../../contract/limits.ts';
import type { Handlers } from '../handler.ts';
import { moment } from '../moment.ts';
import { readPage } from '../paging.ts';
import { Refusal } from '../refusal.ts';
import type { Store } from '../store/store.ts';
import { toResponse } from '../store/stored.ts';
import { refreshed } from './inbound.ts';
import { mailboxOf } from './mailboxOf.ts';
import { cursorAfter, messageIdIn } from './messageCursor.ts';

/** Handlers that read mailboxes and messages (spec 4.2, 4.3). */
export const mailboxHandlers = {
  listMailboxes: ({ query, service: { store, clock } }) => {
    const page = readPage(store.mailboxes, query, {});
    return { ...page, items: page.items.map(mailbox => refreshed(mailbox, clock.now())) };
  },
  listMailboxMessages: ({ params, query, service: { store } }) => {
    const mailbox = mailboxOf(store, params.mailboxId);
    const limit = query.limit ?? Limits.defaultPage;
    // Reads one more than requested to detect a next page.
    const messages = store.messages.list({
      where: { mailboxId: mailbox.id, hasOtp: query.hasOtp },
      contains: { fromAddress: query.from },
      from: { receivedAt: moment('query.since', query.since) },
      to: { receivedAt: moment('query.until', query.until) },
      orderBy: 'receivedAt',
      limit: limit + 1,
      after: query.cursor === undefined ? undefined : lastOf(store, mailbox.id, query.cursor),
    });
    const items = messages.slice(0, limit);
    const last = items.at(-1);
    return {
      items: items.map(toResponse),
      nextCursor: last && messages.length > limit ? cursorAfter(last.id) : null,
    };
  },
} as const satisfies Handlers;

function lastOf(store: Store, mailboxId: string, cursor: string): string {
  const id = messageIdIn(cursor);
  const message = id === undefined ? undefined : store.messages.get(id);
  if (message?.mailboxId === mailboxId) return message.id;
  throw new Refusal(
    400,
    'invalid_request',
    'query.cursor: not a cursor of this list; begin again without one.',
  );
}
