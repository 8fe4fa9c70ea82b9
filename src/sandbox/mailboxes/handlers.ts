import { Limits } from '../../contract/limits.ts';
import type { Handlers } from '../handler.ts';
import { moment } from '../moment.ts';
import { found, readPage } from '../paging.ts';
import { Refusal } from '../refusal.ts';
import { answered } from '../store/stored.ts';

/** Reads of mailboxes and messages (spec 4.2, 4.3). */
export const mailboxHandlers = {
  listMailboxes: ({ query, service: { store } }) => readPage(store.mailboxes, query, {}),
  listMailboxMessages: ({ params, query, service: { store } }) => {
    const mailbox = found(store.mailboxes, params.mailboxId, 'mailbox');
    const limit = query.limit ?? Limits.defaultPage;
    const offset = query.cursor === undefined ? 0 : offsetOf(query.cursor);
    // One more than asked tells whether there is a next page.
    const messages = store.messages.list({
      where: { mailboxId: mailbox.id, hasOtp: query.hasOtp },
      contains: { fromAddress: query.from },
      from: { receivedAt: moment('query.since', query.since) },
      to: { receivedAt: moment('query.until', query.until) },
      orderBy: 'receivedAt',
      limit: limit + 1,
      offset,
    });
    return {
      items: messages.slice(0, limit).map(answered),
      nextCursor: messages.length > limit ? cursorOf(offset + limit) : null,
    };
  },
} as const satisfies Handlers;

// A cursor is opaque to callers, so that it can change its meaning.
function cursorOf(offset: number): string {
  return Buffer.from(`after:${offset}`).toString('base64url');
}

function offsetOf(cursor: string): number {
  const match = /^after:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match?.[1]) throw new Refusal(400, 'invalid_request', 'query.cursor: not a cursor of this list.');
  return Number(match[1]);
}
