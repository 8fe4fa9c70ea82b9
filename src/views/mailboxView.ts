import { Command, View } from '../manifest.ts';
import type { Mailbox } from '../contract/records/mailbox.ts';
import type { MailboxStore, MessageLists } from '../stores/mailboxStore.ts';
import { relativeTimestamp } from '../util/relativeTime.ts';
import { Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { infoLine, type Line, listLines, listMessage } from './line.ts';
import type { LineSource } from './lineTree.ts';
import { mailboxItem, messageItem } from './mailboxItems.ts';

/** The view “Mailboxes”: mailboxes with their messages, read when a mailbox is opened. */
export class MailboxView implements LineSource {
  readonly view = View.mailboxes;
  readonly refresh = Command.refreshMailboxes;
  readonly selectsMany = false;
  readonly local = false;
  readonly #mailboxes: MailboxStore;
  readonly #messages: MessageLists;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new Emitter<void>());

  readonly onDidChange = this.#changed.event;

  constructor(mailboxes: MailboxStore, messages: MessageLists) {
    this.#mailboxes = mailboxes;
    this.#messages = messages;
    this.#owned.add(mailboxes.onDidChange(() => this.#changed.fire()));
    this.#owned.add(messages.onDidChange(() => this.#changed.fire()));
  }

  readonly ensure = (): Promise<void> => this.#mailboxes.ensure();

  readonly lines = (): Line[] => {
    const { state, notOffered } = this.#mailboxes;
    if (notOffered) return [infoLine('mailboxes/none', 'No mailboxes here')];
    const lines = listLines(state, {
      id: 'mailboxes',
      noun: 'mailboxes',
      list: 'mailboxes',
      saidAbove: true,
      line: mailbox => this.#mailboxLine(mailbox),
    });
    if (lines.length > 0 || state.kind !== 'ready') return lines;
    return [infoLine('mailboxes/empty', 'No mailboxes yet')];
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

  readonly watch = (wanted: boolean): void => this.#mailboxes.watch(wanted);

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
    const id = `messages/${mailboxId}`;
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
    return [infoLine(`${id}/empty`, this.description() === '' ? 'No messages yet' : 'No message matches')];
  }
}
