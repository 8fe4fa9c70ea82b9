import { Limits } from '../../contract/limits.ts';
import type { Handlers } from '../handler.ts';
import { readPage } from '../paging.ts';
import { notFound, Refusal } from '../refusal.ts';
import { answered } from '../store/stored.ts';

/** Reads of mailboxes and messages (spec 4.2, 4.3). */
export const mailboxHandlers = {
  listMailboxes: ({ query }, { store }) => readPage(store.mailboxes, query, {}),
  listMailboxMessages: ({ params, query }, { store }) => {
    const mailbox = store.mailboxes.get(params.mailboxId);
    if (!mailbox) throw notFound('mailbox');
    const limit = query.limit ?? Limits.defaultPage;
    const offset = query.cursor === undefined ? 0 : offsetOf(query.cursor);
    // One more than asked tells whether there is a next page.
    const found = store.messages.list({
      where: { mailboxId: mailbox.id, hasOtp: query.hasOtp },
      like: { fromAddress: query.from },
      from: { receivedAt: moment('since', query.since) },
      to: { receivedAt: moment('until', query.until) },
      orderBy: 'receivedAt',
      limit: limit + 1,
      offset,
    });
    return {
      items: found.slice(0, limit).map(answered),
      nextCursor: found.length > limit ? cursorOf(offset + limit) : null,
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

function moment(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new Refusal(400, 'invalid_request', `query.${name}: not a date and time.`);
  return new Date(time).toISOString();
}
