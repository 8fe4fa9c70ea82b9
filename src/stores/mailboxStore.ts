import type { Client } from '../client/client.ts';
import type { Mailbox, MailboxMessage } from '../contract/records/mailbox.ts';
import { KeyedLists } from './keyedLists.ts';
import { ListStore } from './listStore.ts';
import type { Page } from './pagedList.ts';
import { readListPage } from './readListPage.ts';
import type { Session } from './session.ts';

/** Which messages are shown; the service may ignore it, so it is applied here again (wire facts 15). */
export interface MessageFilter {
  /** Part of the sender's address, in any letter case. */
  readonly from: string;
  /** Oldest moment in ISO 8601; undefined shows messages of any age. */
  readonly since: string | undefined;
  readonly onlyPasscodes: boolean;
}

/** Every message. */
export const ALL_MESSAGES: MessageFilter = { from: '', since: undefined, onlyPasscodes: false };

const PAGE_SIZE = 100;
const MESSAGE_PAGE = 50;
const POLL_MS = 15_000;

/** The mailboxes of the active connection. */
export class MailboxStore extends ListStore<Mailbox, undefined> {
  constructor(session: Session) {
    super(
      session,
      undefined,
      (client, _filter, next, signal) =>
        readListPage(() =>
          client.listMailboxes({ query: { page: Number(next ?? 1), pageSize: PAGE_SIZE } }, { signal }),
        ),
      POLL_MS,
    );
  }
}

/** The messages of each mailbox, newest first, for one filter. */
export class MessageLists extends KeyedLists<MailboxMessage> {
  #filter = ALL_MESSAGES;

  constructor(session: Session) {
    super(
      session,
      (client, mailboxId, next, signal) => readMessages(client, mailboxId, this.#filter, next, signal),
      POLL_MS,
    );
  }

  get filter(): MessageFilter {
    return this.#filter;
  }

  /** Shows what meets another filter instead. */
  show(filter: MessageFilter): void {
    this.#filter = filter;
    this.forget();
  }
}

/** Reads a page of messages; a service that gives the same mark again has no further page (wire facts 15). */
export async function readMessages(
  client: Client,
  mailboxId: string,
  filter: MessageFilter,
  next: string | undefined,
  signal: AbortSignal,
): Promise<Page<MailboxMessage>> {
  const { from, since, onlyPasscodes } = filter;
  const query = {
    limit: MESSAGE_PAGE,
    ...(next === undefined ? {} : { cursor: next }),
    ...(from === '' ? {} : { from }),
    ...(since === undefined ? {} : { since }),
    ...(onlyPasscodes ? { hasOtp: true } : {}),
  };
  const { items, nextCursor } = (
    await client.listMailboxMessages({ params: { mailboxId }, query }, { signal })
  ).value;
  const further = nextCursor && nextCursor !== next ? nextCursor : undefined;
  return { items: (items ?? []).filter(one => meets(one, filter)), total: undefined, next: further };
}

function meets(message: MailboxMessage, { from, since, onlyPasscodes }: MessageFilter): boolean {
  if (onlyPasscodes && message.hasOtp !== true) return false;
  if (!(message.fromAddress ?? '').toLowerCase().includes(from.toLowerCase())) return false;
  return since === undefined || Date.parse(message.receivedAt ?? '') >= Date.parse(since);
}
