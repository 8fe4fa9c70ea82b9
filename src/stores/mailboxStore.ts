import { isDeepStrictEqual } from 'node:util';
import type { Client } from '../client/client.ts';
import type { Mailbox, MailboxMessage } from '../contract/records/mailbox.ts';
import { KeyedLists } from './keyedLists.ts';
import { ListStore } from './listStore.ts';
import type { Page } from './pagedList.ts';
import { queryOfPage, readListPage } from './readListPage.ts';
import type { Session } from './session.ts';

/** The filter of message lists; also applied locally, since a service may ignore it (wire facts 15). */
interface MessageFilter {
  /** Words that subject and sender contain together, not case-sensitive; only applied locally. */
  readonly search: string;
  /** Substring of the sender's address, not case-sensitive. */
  readonly from: string;
  /** Earliest time of receipt in ISO 8601; undefined for any. */
  readonly since: string | undefined;
  readonly onlyPasscodes: boolean;
}

export const ALL_MESSAGES: MessageFilter = { search: '', from: '', since: undefined, onlyPasscodes: false };

/** The filter for messages with a passcode. */
export const WITH_PASSCODE: MessageFilter = { ...ALL_MESSAGES, onlyPasscodes: true };

const PAGE_SIZE = 100;
const MESSAGE_PAGE = 50;
const POLL_MS = 15_000;

export class MailboxStore extends ListStore<Mailbox, undefined> {
  constructor(session: Session) {
    super(session, undefined, POLL_MS, ({ client, next, signal }) =>
      readListPage(client.listMailboxes({ query: queryOfPage(next, PAGE_SIZE) }, { signal })),
    );
  }
}

/** The messages of each mailbox, newest first, with one filter for all mailboxes. */
export class MessageLists extends KeyedLists<MailboxMessage, MessageFilter> {
  constructor(session: Session) {
    super(session, ALL_MESSAGES, POLL_MS, ({ client, key, filter, next, signal }) =>
      readMessages(client, key, filter, next, signal),
    );
  }

  override show(filter: MessageFilter): void {
    super.show(isDeepStrictEqual(filter, ALL_MESSAGES) ? ALL_MESSAGES : filter);
  }
}

/** Reads a page of messages. A service that returns the same cursor again has no further page (wire facts 15). */
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
    cursor: next,
    sender: from || undefined,
    after: since,
    hasOtp: onlyPasscodes || undefined,
  };
  const { items, nextCursor } = (
    await client.listMailboxMessages({ params: { mailboxId }, query }, { signal })
  ).value;
  const further = nextCursor && nextCursor !== next ? nextCursor : undefined;
  return { items: (items ?? []).filter(message => meets(message, filter)), total: undefined, next: further };
}

/** Returns when a message was received, in milliseconds since 1970; 0 if that is unknown. */
export function receivedTime({ receivedAt }: Pick<MailboxMessage, 'receivedAt'>): number {
  return Date.parse(receivedAt ?? '') || 0;
}

function meets(message: MailboxMessage, { search, from, since, onlyPasscodes }: MessageFilter): boolean {
  const searched = `${message.subject ?? ''}\n${message.fromAddress ?? ''}`.toLowerCase();
  const words = search.toLowerCase().split(/\s+/);
  if (!words.every(word => searched.includes(word))) return false;
  if (onlyPasscodes && message.hasOtp !== true) return false;
  if (!(message.fromAddress ?? '').toLowerCase().includes(from.toLowerCase())) return false;
  return since === undefined || Date.parse(message.receivedAt ?? '') >= Date.parse(since);
}
