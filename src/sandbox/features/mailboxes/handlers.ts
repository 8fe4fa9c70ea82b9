import { Limits } from '../../../contract/limits.ts';
import type { FoundPasscode } from '../../../contract/records/mailbox.ts';
import { passcodesOf, passcodeOf } from '../../../util/passcodes/passcode.ts';
import { deliverMail } from '../../records/mail.ts';
import { describeMailbox } from '../../records/mailboxState.ts';
import { parseMoment } from '../../runtime/clock.ts';
import { type Handlers, HandlerReply } from '../../runtime/handler.ts';
import { readPage } from '../../runtime/paging.ts';
import { invalidValue, notFound, Refusal } from '../../runtime/refusal.ts';
import type { Store } from '../../store/store.ts';
import { type StoredMessage, toResponse } from '../../store/stored.ts';
import type { ListQuery } from '../../store/table.ts';
import { requireMailbox } from './findMailbox.ts';
import { cursorAfter, messageIdIn } from './messageCursor.ts';

/** The number of messages in which a passcode is looked for. */
const SEARCHED = 200;

/** Handlers that list mailboxes, and read and deliver their messages (spec 4.2, 4.3, wire facts 15). */
export const mailboxHandlers = {
  listMailboxes: ({ query, service }) => {
    const { items, pagination } = readPage(service.store.mailboxes, query);
    return { items: items.map(mailbox => describeMailbox(service, mailbox)), pagination };
  },
  listMailboxMessages: ({ params, query, service }) => {
    const { store } = service;
    const mailbox = requireMailbox(service, params.mailboxId);
    const limit = query.limit ?? Limits.defaultPage;
    // Reads one more than requested to detect a next page.
    const messages = store.messages.list({
      ...newestFirst(mailbox.id, query),
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
  getMailboxMessage: ({ params, service }) => {
    const { id } = requireMailbox(service, params.mailboxId);
    const message = service.store.messages.get(params.messageId);
    if (message?.mailboxId !== id) throw notFound('message');
    const { fromAddress, subject, hasOtp, receivedAt, sandbox } = message;
    const attachments = [...(sandbox.attachments ?? [])];
    return {
      data: {
        id: message.id,
        mailboxId: id,
        fromAddress,
        fromName: senderName(message),
        subject,
        textBody: sandbox.body,
        hasOtp,
        receivedAt,
        attachmentCount: attachments.length,
        attachments,
      },
    };
  },
  findPasscode: ({ params, query, service }) => {
    const { minLength = 0, maxLength = Infinity } = query;
    if (minLength > maxLength)
      throw invalidValue('query.minLength', 'must not be above maxLength', query.minLength);
    const { id } = requireMailbox(service, params.mailboxId);
    const messages = service.store.messages.list({
      ...newestFirst(id, { ...query, hasOtp: true }),
      limit: SEARCHED,
    });
    for (const message of messages) {
      const found = passcodeIn(message);
      if (found && found.code.length >= minLength && found.code.length <= maxLength) return { data: found };
    }
    return new HandlerReply({}, {}, 204);
  },
  deliverMessage: ({ params, body, service }) => {
    const { message, code } = deliverMail(service, requireMailbox(service, params.mailboxId), body);
    return { data: { ...toResponse(message), code: code ?? null } };
  },
} as const satisfies Handlers;

interface MessageQuery {
  readonly sender?: string | undefined;
  readonly after?: string | undefined;
  readonly hasOtp?: boolean | undefined;
}

function newestFirst(mailboxId: string, { sender, after, hasOtp }: MessageQuery): ListQuery {
  return {
    where: { mailboxId, hasOtp },
    contains: { fromAddress: sender },
    from: { receivedAt: parseMoment('query.after', after) },
    orderBy: 'receivedAt',
  };
}

function passcodeIn(message: StoredMessage): FoundPasscode | undefined {
  const { id: messageId, fromAddress: sender, subject, receivedAt } = message;
  const letter = { subject, text: message.sandbox.body };
  const code = passcodeOf(letter);
  if (code === undefined) return undefined;
  const confidence = passcodesOf(letter).length === 1 ? 'high' : 'medium';
  return { code, confidence, messageId, receivedAt, sender, subject };
}

/** Returns the name in a sender such as `Shop <no-reply@shop.example>`; null if there is none. */
function senderName({ fromAddress }: StoredMessage): string | null {
  return /^\s*(\S.*?)\s*<[^<>]*>\s*$/.exec(fromAddress ?? '')?.[1] ?? null;
}

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
