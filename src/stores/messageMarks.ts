import type { MailboxMessage } from '../contract/records/mailbox.ts';
import { Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { ALL_MESSAGES, type MessageLists, receivedTime } from './mailboxStore.ts';
import type { Session } from './session.ts';

/** The messages of a connection that were opened or whose passcode was used. */
export interface KeptMarks {
  /** By mailbox ID, the time before which all messages count as read, in milliseconds since 1970. */
  readonly readBefore: readonly (readonly [mailboxId: string, before: number])[];
  /** Other messages that were read, as `mailboxId/messageId`; the latest one is last. */
  readonly read: readonly string[];
}

/** Keeps the marks of each connection. */
export interface KeptMessageMarks {
  of(connectionId: string): KeptMarks;
  keep(connectionId: string, marks: KeptMarks): Promise<void>;
}

/** Returns true for a message that was not read yet. */
type IsUnread = (message: MailboxMessage) => boolean;

const MAX_READ = 1000;
const MAX_MAILBOXES = 1000;
/** Maximum length of the ID of a message in a mark; the service sets the IDs. */
const MAX_ID_LENGTH = 200;

/**
 * The marks of read messages of a connection. The messages that a mailbox has when it is first read count as read, so that
 * only what arrives later is unread.
 */
export class MessageMarks extends Disposables {
  readonly #session: Session;
  readonly #kept: KeptMessageMarks;
  readonly #messages: MessageLists;
  readonly #changed = this.add(new Emitter<void>());

  readonly onDidChange = this.#changed.event;

  constructor(session: Session, kept: KeptMessageMarks, messages: MessageLists) {
    super();
    this.#session = session;
    this.#kept = kept;
    this.#messages = messages;
    this.add(messages.onDidChange(() => this.#markFirstRead()));
  }

  /** Returns a function for the messages of a mailbox; they all count as read until the mailbox has been read. */
  of(mailboxId: string): IsUnread {
    const { readBefore, read } = this.#marks;
    const before = readBefore.find(([id]) => id === mailboxId)?.[1];
    if (before === undefined) return () => false;
    const known = new Set(read);
    return message => receivedTime(message) >= before && !known.has(markOf(mailboxId, message.id));
  }

  /** Returns the number of unread messages of a mailbox among those that its list shows. */
  countIn(mailboxId: string): number {
    const list = this.#messages.entries.find(([id]) => id === mailboxId)?.[1];
    const items = list?.state.items ?? [];
    return items.length === 0 ? 0 : items.filter(this.of(mailboxId)).length;
  }

  /** Marks a message as read. */
  async markRead(message: MailboxMessage): Promise<void> {
    const mailboxId = message.mailboxId ?? '';
    if (!this.of(mailboxId)(message)) return;
    const { readBefore, read } = this.#marks;
    await this.#keep(readBefore, [...read, markOf(mailboxId, message.id)]);
  }

  /** Marks the newest messages of a mailbox as read, with all that were received before them. */
  async markAllRead(mailboxId: string, newest: readonly MailboxMessage[]): Promise<void> {
    const { readBefore, read } = this.#marks;
    const before = Math.max(0, ...newest.map(receivedTime));
    const prefix = markOf(mailboxId, '');
    const others = readBefore.filter(([id]) => id !== mailboxId);
    // Another message could still arrive with the time of the newest one.
    const ofThatTime = newest.filter(message => receivedTime(message) === before);
    await this.#keep(
      [...others, [mailboxId, before]],
      [
        ...read.filter(mark => !mark.startsWith(prefix)),
        ...ofThatTime.map(message => markOf(mailboxId, message.id)),
      ],
    );
  }

  get #marks(): KeptMarks {
    const id = this.#session.connection?.id;
    return id === undefined ? { readBefore: [], read: [] } : this.#kept.of(id);
  }

  // A filtered list does not show which messages the mailbox has.
  #markFirstRead(): void {
    if (this.#messages.filter !== ALL_MESSAGES) return;
    const known = new Set(this.#marks.readBefore.map(([id]) => id));
    for (const [mailboxId, { state }] of this.#messages.entries)
      if (state.kind === 'ready' && !known.has(mailboxId)) void this.markAllRead(mailboxId, state.items);
  }

  async #keep(readBefore: KeptMarks['readBefore'], read: KeptMarks['read']): Promise<void> {
    const id = this.#session.connection?.id;
    if (id === undefined) return;
    const kept = this.#kept.keep(id, {
      readBefore: readBefore.slice(-MAX_MAILBOXES),
      read: read.slice(-MAX_READ),
    });
    this.#changed.fire();
    await kept;
  }
}

function markOf(mailboxId: string, messageId: string): string {
  return `${mailboxId}/${messageId.slice(0, MAX_ID_LENGTH)}`;
}
