import * as z from 'zod';
import { operation } from '../define.ts';
import { Limits } from '../limits.ts';
import {
  ConnectMailbox,
  CreateMailbox,
  FoundPasscode,
  FullMessage,
  Mailbox,
  MailboxCapacity,
  MailboxConnection,
  MailboxMessage,
  RenameMailbox,
  RestartMailbox,
} from '../records/mailbox.ts';
import { cursorPage, page, pageQuery } from '../records/page.ts';
import { data, IdempotencyHeader, QueryFlag, queryInteger, Uuid } from '../scalars.ts';

/** The sender and the earliest time of messages, by names that the specification does not give (wire facts 15). */
const messageFilter = {
  sender: z.string().min(1).optional(),
  after: z.string().min(1).optional(),
};

const passcodeLength = queryInteger(Limits.passcodeLength.min).optional();

const keyed = { headers: IdempotencyHeader } as const;
const onMailbox = { params: z.object({ mailboxId: Uuid }), errors: 'mailbox' } as const;
const oneMailbox = { status: 200, body: data(Mailbox) } as const;

/** Operations on mailboxes and their messages (spec 4.1, 4.2, 4.3, wire facts 15). */
export const mailboxOperations = {
  connectMailbox: operation('POST', '/mailboxes/connections', {
    ...keyed,
    source: 'spec',
    summary: 'Connect a Gmail inbox',
    body: ConnectMailbox,
    response: { status: 200, body: MailboxConnection },
    errors: 'mailbox',
  }),
  getMailboxConnection: operation('GET', '/mailboxes/connections/{connectionId}', {
    summary: 'Get the state of a mailbox connection',
    params: z.object({ connectionId: Uuid }),
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
  createMailbox: operation('POST', '/mailboxes', {
    ...keyed,
    summary: 'Create a mailbox',
    body: CreateMailbox,
    response: { status: 201, body: data(Mailbox) },
    errors: 'mailbox',
  }),
  getMailboxCapacity: operation('GET', '/mailboxes/capacity', {
    summary: 'Tell how many mailboxes can still be created',
    response: { status: 200, body: data(MailboxCapacity) },
    errors: 'mailbox',
    // No limit is known.
    lasting: [503],
  }),
  getMailbox: operation('GET', '/mailboxes/{mailboxId}', {
    ...onMailbox,
    summary: 'Get a mailbox',
    response: oneMailbox,
  }),
  renameMailbox: operation('PATCH', '/mailboxes/{mailboxId}', {
    ...onMailbox,
    summary: 'Change the label of a mailbox',
    body: RenameMailbox,
    response: oneMailbox,
  }),
  cancelMailbox: operation('DELETE', '/mailboxes/{mailboxId}', {
    ...onMailbox,
    summary: 'Cancel a mailbox, a paid one at the end of its billing period',
    response: oneMailbox,
  }),
  uncancelMailbox: operation('POST', '/mailboxes/{mailboxId}/uncancel', {
    ...onMailbox,
    summary: 'Undo the scheduled cancellation of a mailbox',
    response: oneMailbox,
  }),
  restartMailbox: operation('POST', '/mailboxes/{mailboxId}/restart', {
    ...onMailbox,
    summary: 'Restart an archived mailbox with the same address',
    body: RestartMailbox.optional(),
    response: oneMailbox,
  }),
  findPasscode: operation('GET', '/mailboxes/{mailboxId}/otp', {
    ...onMailbox,
    summary: 'Find the newest passcode in a mailbox',
    query: z.object({ ...messageFilter, minLength: passcodeLength, maxLength: passcodeLength }),
    // 204 without a body if there is none.
    response: { status: 200, body: z.looseObject({ data: FoundPasscode.nullish() }) },
    carriesSecrets: true,
  }),
  listMailboxMessages: operation('GET', '/mailboxes/{mailboxId}/messages', {
    source: 'spec',
    summary: 'List the messages of a mailbox',
    params: z.object({ mailboxId: Uuid }),
    query: z.object({
      limit: queryInteger(Limits.messagePage.min, Limits.messagePage.max).optional(),
      cursor: z.string().min(1).optional(),
      ...messageFilter,
      hasOtp: QueryFlag.optional(),
    }),
    response: { status: 200, body: cursorPage(MailboxMessage) },
    errors: 'plain',
    paging: 'cursor',
  }),
  getMailboxMessage: operation('GET', '/mailboxes/{mailboxId}/messages/{messageId}', {
    summary: 'Get a message with its text and the names of its attachments',
    params: z.object({ mailboxId: Uuid, messageId: z.string().min(1) }),
    response: { status: 200, body: data(FullMessage) },
    errors: 'plain',
  }),
} as const;
