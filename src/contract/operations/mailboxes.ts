import * as z from 'zod';
import { operation } from '../define.ts';
import { IDEMPOTENCY_KEY_PATTERN, Limits } from '../limits.ts';
import { ConnectMailbox, Mailbox, MailboxConnection, MailboxMessage } from '../records/mailbox.ts';
import { cursorPage, page, pageQuery } from '../records/page.ts';
import { QueryFlag, queryInteger, Uuid } from '../scalars.ts';

/** The query of the message list, whose names the specification does not give (wire facts 15). */
const messageQuery = z.object({
  limit: queryInteger(Limits.messagePage.min, Limits.messagePage.max).optional(),
  cursor: z.string().min(1).optional(),
  sender: z.string().min(1).optional(),
  after: z.string().min(1).optional(),
  hasOtp: QueryFlag.optional(),
});

/** Operations on mailboxes and their messages (spec 4.1, 4.2, 4.3). */
export const mailboxOperations = {
  connectMailbox: operation('POST', '/mailboxes/connections', {
    source: 'spec',
    summary: 'Connect a Gmail inbox',
    headers: z.object({ 'idempotency-key': z.string().regex(IDEMPOTENCY_KEY_PATTERN).optional() }),
    body: ConnectMailbox,
    response: { status: 200, body: MailboxConnection },
    errors: 'mailbox',
  }),
  listMailboxes: operation('GET', '/mailboxes', {
    source: 'spec',
    summary: 'List mailboxes',
    query: z.object(pageQuery),
    response: { status: 200, body: page(Mailbox) },
    errors: 'mailbox',
    paging: 'page',
  }),
  listMailboxMessages: operation('GET', '/mailboxes/{mailboxId}/messages', {
    source: 'spec',
    summary: 'List the messages of a mailbox',
    params: z.object({ mailboxId: Uuid }),
    query: messageQuery,
    response: { status: 200, body: cursorPage(MailboxMessage) },
    errors: 'plain',
    paging: 'cursor',
  }),
} as const;
