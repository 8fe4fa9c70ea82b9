import { Command, View } from '../manifest.ts';
import type { Mailbox } from '../contract/records/mailbox.ts';
import type { MessageMarks } from '../stores/messageMarks.ts';
import { ALL_MESSAGES, type MailboxStore, type MessageLists } from '../stores/mailboxStore.ts';
import type { PendingMailboxStore } from '../stores/pendingMailboxStore.ts';
import { relativeTimestamp } from '../util/relativeTime.ts';
import { counted } from '../util/counted.ts';
import { anyEvent } from '../util/emitter.ts';
import type { ConnectionSource } from './connectionSource.ts';
import { isFiltered } from './filterText.ts';
import { infoRow, type Row, listRows, listMessage, recordRow } from './row.ts';
import { mailboxItem, pendingMailboxItem } from './mailboxItems.ts';
import { joinFacts } from './treeItem.ts';

/**
 * Creates the source of the “Mailboxes” view: pending mailboxes, then connected ones with their messages, which are
 * read on expansion.
 */
export function mailboxView(
  mailboxes: MailboxStore,
  messages: MessageLists,
  marks: MessageMarks,
  pending: PendingMailboxStore,
): ConnectionSource {
  const messageRows = async (mailboxId: string): Promise<Row[]> => {
    const list = messages.of(mailboxId);
    const [{ messageItem }] = await Promise.all([import('./messageItem.ts'), list.ensure()]);
    const isUnread = marks.of(mailboxId);
    return listRows(list.state, {
      list: `messages/${mailboxId}`,
      noun: 'messages',
      isFiltered: isFiltered(messages.filter, ALL_MESSAGES),
      row: message =>
        recordRow('message', { ...message, mailboxId }, record => messageItem(record, isUnread(record))),
    });
  };
  const mailboxRow = (mailbox: Mailbox): Row =>
    recordRow(
      'mailbox',
      mailbox,
      record => mailboxItem(record, marks.countIn(record.id)),
      () => messageRows(mailbox.id),
    );
  return {
    view: View.mailboxes,
    refresh: Command.refreshMailboxes,
    onDidChange: anyEvent(
      mailboxes.onDidChange,
      messages.onDidChange,
      marks.onDidChange,
      pending.onDidChange,
    ),
    ensure: () => mailboxes.ensure(),
    rows: () => {
      const { state, notOffered } = mailboxes;
      const pendingRows = pending.items.map(item => recordRow('pendingMailbox', item, pendingMailboxItem));
      if (notOffered) return [...pendingRows, infoRow('mailboxes/none', 'No mailboxes')];
      // A service may list a mailbox before it is connected.
      const connected = state.items.filter(({ id }) => !pending.items.some(item => item.mailboxId === id));
      const rows = listRows(
        { ...state, items: connected },
        // Not `empty`, since an empty view shows welcome content that offers to connect a mailbox.
        { list: 'mailboxes', noun: 'mailboxes', isFailureAbove: true, row: mailboxRow },
      );
      return [...pendingRows, ...rows];
    },
    message: () => {
      if (mailboxes.notOffered) return 'This service has no mailboxes.';
      const now = Date.now();
      const { state } = mailboxes;
      // A row of a mailbox cannot count down.
      return listMessage(state.kind === 'failed' ? state : (messages.waiting(now) ?? state), now);
    },
    description: () => {
      const { search, from, since, onlyPasscodes } = messages.filter;
      return joinFacts(
        search && `“${search}”`,
        from && `from “${from}”`,
        since !== undefined && `since ${relativeTimestamp(since, Date.now())}`,
        onlyPasscodes && 'passcodes only',
      );
    },
    badge: () => {
      const value = mailboxes.state.items.reduce((sum, { id }) => sum + marks.countIn(id), 0);
      return value === 0 ? undefined : { value, tooltip: counted(value, 'unread message') };
    },
    watch: isWatched => {
      for (const store of [mailboxes, messages, pending]) store.watch(isWatched);
    },
  };
}
