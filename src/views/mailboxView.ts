import { Command, View } from '../manifest.ts';
import type { Mailbox } from '../contract/records/mailbox.ts';
import type { MailboxStore, MessageLists } from '../stores/mailboxStore.ts';
import type { PendingMailboxStore } from '../stores/pendingMailboxStore.ts';
import { relativeTimestamp } from '../util/relativeTime.ts';
import { Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { infoLine, type Line, listLines, listMessage } from './line.ts';
import type { LineSource } from './lineTree.ts';
import { mailboxItem, messageItem } from './mailboxItems.ts';
import { pendingMailboxItem } from './pendingMailboxItem.ts';

/** The “Mailboxes” view: pending mailboxes, then connected ones with their messages, which are read on expansion. */
export class MailboxView implements LineSource {
  readonly view = View.mailboxes;
  readonly refresh = Command.refreshMailboxes;
  readonly selectsMany = true;
  readonly local = false;
  readonly #mailboxes: MailboxStore;
  readonly #messages: MessageLists;
  readonly #pending: PendingMailboxStore;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new Emitter<void>());

  readonly onDidChange = this.#changed.event;

  constructor(mailboxes: MailboxStore, messages: MessageLists, pending: PendingMailboxStore) {
    this.#mailboxes = mailboxes;
    this.#messages = messages;
    this.#pending = pending;
    this.#owned.add(mailboxes.onDidChange(() => this.#changed.fire()));
    this.#owned.add(messages.onDidChange(() => this.#changed.fire()));
    this.#owned.add(pending.onDidChange(() => this.#changed.fire()));
  }

  readonly ensure = (): Promise<void> => this.#mailboxes.ensure();

  readonly lines = (): Line[] => {
    const { state, notOffered } = this.#mailboxes;
    const { items } = this.#pending;
    const pending = items.map(one => ({
      kind: 'pendingMailbox',
      record: one,
      item: () => pendingMailboxItem(one),
    }));
    if (notOffered) return [...pending, infoLine('mailboxes/none', 'No mailboxes')];
    // A service may list a mailbox before it is connected.
    const connected = state.items.filter(({ id }) => !items.some(({ mailboxId }) => mailboxId === id));
    const lines = listLines(
      { ...state, items: connected },
      {
        id: 'mailboxes',
        noun: 'mailboxes',
        list: 'mailboxes',
        saidAbove: true,
        line: mailbox => this.#mailboxLine(mailbox),
      },
    );
    // An empty view shows welcome content that offers to connect a mailbox.
    return [...pending, ...lines];
  };

  readonly message = (): string =>
    this.#mailboxes.notOffered
      ? 'This service has no mailboxes.'
      : listMessage(this.#mailboxes.state, Date.now());

  readonly description = (): string => {
    const { from, since, onlyPasscodes } = this.#messages.filter;
    return [
      from === '' ? '' : `from “${from}”`,
      since === undefined ? '' : `since ${relativeTimestamp(since, Date.now())}`,
      onlyPasscodes ? 'passcodes only' : '',
    ]
      .filter(Boolean)
      .join(' · ');
  };

  readonly watch = (wanted: boolean): void => {
    this.#mailboxes.watch(wanted);
    this.#messages.watch(wanted);
    this.#pending.watch(wanted);
  };

  dispose(): void {
    this.#owned.dispose();
  }

  #mailboxLine(mailbox: Mailbox): Line {
    return {
      kind: 'mailbox',
      record: mailbox,
      item: () => mailboxItem(mailbox),
      children: () => this.#messagesOf(mailbox.id),
    };
  }

  async #messagesOf(mailboxId: string): Promise<Line[]> {
    const list = this.#messages.of(mailboxId);
    await list.ensure();
    const id = `messages/${mailboxId}` as const;
    const lines = listLines(list.state, {
      id,
      noun: 'messages',
      list: id,
      saidAbove: false,
      line: message => ({
        kind: 'message',
        record: { mailboxId, ...message },
        item: () => messageItem({ mailboxId, ...message }),
      }),
    });
    if (lines.length > 0) return lines;
    return [infoLine(`${id}/empty`, this.description() === '' ? 'No messages yet' : 'No matching messages')];
  }
}
