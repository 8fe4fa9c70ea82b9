import { Limits } from '../../../contract/limits.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { parseMoment } from '../../runtime/clock.ts';
import { readPage, requireRecord } from '../../runtime/paging.ts';
import { notFound, Refusal } from '../../runtime/refusal.ts';
import type { Store } from '../../store/store.ts';
import { toResponse } from '../../store/stored.ts';
import { deliverMail } from '../../records/mail.ts';
import { refreshQuota } from '../../records/mailQuota.ts';
import { cursorAfter, messageIdIn } from './messageCursor.ts';
import type { Mailbox } from '../../../contract/records/mailbox.ts';

const REASONS = {
  pending: 'waits for consent; follow the redirectUrl of its connection',
  expired: 'was never connected, as nobody consented in time; connect it again',
  removed: 'was removed; connect it again',
} as const;

/** Handlers that list, fill and remove mailboxes (spec 4.2, 4.3). */
export const mailboxHandlers = {
  listMailboxes: ({ query, service: { store, clock } }) => {
    const page = readPage(store.mailboxes, query);
    return { ...page, items: page.items.map(mailbox => refreshQuota(mailbox, clock.now())) };
  },
  listMailboxMessages: ({ params, query, service: { store } }) => {
    const mailbox = requireMailbox(store, params.mailboxId);
    const limit = query.limit ?? Limits.defaultPage;
    // Reads one more than requested to detect a next page.
    const messages = store.messages.list({
      where: { mailboxId: mailbox.id, hasOtp: query.hasOtp },
      contains: { fromAddress: query.sender },
      from: { receivedAt: parseMoment('query.after', query.after) },
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
  deliverMessage: ({ params, body, service }) => {
    const { message, code } = deliverMail(service, requireMailbox(service.store, params.mailboxId), body);
    return { data: { ...toResponse(message), code: code ?? null } };
  },
  disconnectMailbox: ({ params, service: { store } }) => {
    const mailbox = requireRecord(store.mailboxes, params.mailboxId, 'mailbox');
    store.mailboxes.delete(mailbox.id);
    store.messages.deleteWhere({ mailboxId: mailbox.id });
    for (const connection of store.connections.all({ mailboxId: mailbox.id }))
      store.connections.put({ ...connection, status: 'removed' });
    return { data: { ...mailbox, status: 'removed' } };
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

/**
 * Returns the mailbox with an ID. Throws a 409 Refusal with the reason of spec 7.2 if its connection is not active, and
 * a 404 if it never existed.
 */
function requireMailbox({ mailboxes, connections }: Store, mailboxId: string): Mailbox {
  const mailbox = mailboxes.get(mailboxId);
  if (mailbox) return mailbox;
  const status = connections.all({ mailboxId })[0]?.status;
  if (status === undefined || status === 'active') throw notFound('mailbox');
  throw new Refusal(409, `connection_${status}`, `The mailbox ${REASONS[status]}.`);
}
