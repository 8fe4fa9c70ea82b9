import { Command, View } from '../manifest.ts';
import type { Mailbox } from '../contract/records/mailbox.ts';
import { ALL_MESSAGES, type MailboxStore, type MessageLists } from '../stores/mailboxStore.ts';
import type { PendingMailboxStore } from '../stores/pendingMailboxStore.ts';
import { relativeTimestamp } from '../util/relativeTime.ts';
import { anyEvent } from '../util/emitter.ts';
import type { ConnectionSource } from './connectionSource.ts';
import { emptyText } from './filterText.ts';
import { infoLine, type Line, listLines, listMessage, recordLine } from './line.ts';
import { mailboxItem, pendingMailboxItem } from './mailboxItems.ts';
import { joinFacts } from './treeItem.ts';

/**
 * Creates the source of the “Mailboxes” view: pending mailboxes, then connected ones with their messages, which are
 * read on expansion.
 */
export function mailboxView(
  mailboxes: MailboxStore,
  messages: MessageLists,
  pending: PendingMailboxStore,
): ConnectionSource {
  const messageLines = async (mailboxId: string): Promise<Line[]> => {
    const list = messages.of(mailboxId);
    const [{ messageItem }] = await Promise.all([import('./messageItem.ts'), list.ensure()]);
    return listLines(list.state, {
      list: `messages/${mailboxId}`,
      noun: 'messages',
      empty: emptyText('messages', messages.filter, ALL_MESSAGES),
      line: message => recordLine('message', { mailboxId, ...message }, messageItem),
    });
  };
  const mailboxLine = (mailbox: Mailbox): Line =>
    recordLine('mailbox', mailbox, mailboxItem, () => messageLines(mailbox.id));
  return {
    view: View.mailboxes,
    refresh: Command.refreshMailboxes,
    onDidChange: anyEvent(mailboxes.onDidChange, messages.onDidChange, pending.onDidChange),
    ensure: () => mailboxes.ensure(),
    lines: () => {
      const { state, notOffered } = mailboxes;
      const pendingLines = pending.items.map(item => recordLine('pendingMailbox', item, pendingMailboxItem));
      if (notOffered) return [...pendingLines, infoLine('mailboxes/none', 'No mailboxes')];
      // A service may list a mailbox before it is connected.
      const connected = state.items.filter(({ id }) => !pending.items.some(item => item.mailboxId === id));
      const lines = listLines(
        { ...state, items: connected },
        // Not `empty`, since an empty view shows welcome content that offers to connect a mailbox.
        { list: 'mailboxes', noun: 'mailboxes', isFailureAbove: true, line: mailboxLine },
      );
      return [...pendingLines, ...lines];
    },
    message: () =>
      mailboxes.notOffered ? 'This service has no mailboxes.' : listMessage(mailboxes.state, Date.now()),
    description: () => {
      const { from, since, onlyPasscodes } = messages.filter;
      return joinFacts(
        from && `from “${from}”`,
        since !== undefined && `since ${relativeTimestamp(since, Date.now())}`,
        onlyPasscodes && 'passcodes only',
      );
    },
    watch: isWatched => {
      for (const store of [mailboxes, messages, pending]) store.watch(isWatched);
    },
  };
}
