import type * as vscode from 'vscode';
import type { Mailbox } from '../contract/records/mailbox.ts';
import { mailboxBilling, mailboxStatus } from '../flow/namedReferences.ts';
import { mailboxName } from '../flow/recordNames.ts';
import { isOver, type PendingMailbox } from '../stores/pendingMailbox.ts';
import { relativeTimestamp } from '../util/relativeTime.ts';
import { isEnding, mailboxActions } from '../wording/mailboxPlans.ts';
import { factsTooltip } from './markdown.ts';
import { themeIcon, treeItem } from './treeItem.ts';

/** Creates the tree item of a mailbox, with its address as the name, and its state, unread messages, label, and usage as the description. */
export function mailboxItem(mailbox: Mailbox, unread: number): vscode.TreeItem {
  const { address, label, inboundMessages: inbound } = mailbox;
  const name = mailboxName(mailbox);
  const status = mailboxStatus(mailbox);
  const used =
    inbound?.included == null
      ? ''
      : `${inbound.used ?? 0} of ${inbound.included}${inbound.exhausted ? ', used up' : ''}`;
  const news = unread > 0 && `${unread} unread`;
  const now = Date.now();
  const until = (time: string | null | undefined): string => (time ? relativeTimestamp(time, now) : '');
  const period = until(mailbox.currentPeriodEnd);
  const ends = isEnding(mailbox) && period !== '' && `ends ${period}`;
  return treeItem({
    id: `mailbox/${mailbox.id}`,
    label: name,
    icon: mailboxIcon(mailbox),
    description: [status, ends, news, label !== address && label, used],
    tooltip: factsTooltip(name, label, [
      ['Status', status || mailbox.status],
      ['Messages in this period', used],
      ['Resets', until(inbound?.resetsAt)],
      ['Billing', mailboxBilling(mailbox)],
      [isEnding(mailbox) ? 'Ends' : 'Billing period ends', period],
      ['Payment possible until', mailbox.status === 'awaiting_payment' && until(mailbox.checkoutExpiresAt)],
      ['Created', until(mailbox.createdAt)],
      ['ID', mailbox.id],
    ]),
    spoken: [name, 'mailbox', status || mailbox.status, ends, news, used],
    context: ['mailbox record', ...mailboxActions(mailbox)],
    children: 'collapsed',
  });
}

function mailboxIcon({ status, inboundMessages }: Mailbox): vscode.ThemeIcon {
  if (inboundMessages?.exhausted) return themeIcon('warning', 'list.warningForeground');
  switch (status) {
    case 'awaiting_payment':
      return themeIcon('credit-card');
    case 'provisioning':
    case 'pending_connection':
      return themeIcon('watch', 'charts.blue');
    case 'cancel_scheduled':
      return themeIcon('calendar', 'list.warningForeground');
    case 'billing_error':
      return themeIcon('warning', 'list.warningForeground');
    case 'archived':
      return themeIcon('archive', 'disabledForeground');
    case 'connection_expired':
    case 'connection_removed':
      return themeIcon('circle-slash', 'disabledForeground');
    default:
      return themeIcon('inbox');
  }
}

const PENDING_STATES: Readonly<
  Record<PendingMailbox['state'], { text: string; detail: string; icon: vscode.ThemeIcon }>
> = {
  unanswered: {
    text: 'not answered yet',
    detail: 'The service has not answered. Resume asks it again, without a second mailbox.',
    icon: themeIcon('warning', 'list.warningForeground'),
  },
  waiting: {
    text: 'waiting for consent',
    detail: 'Allow the mailbox in your browser. Resume opens the page again.',
    icon: themeIcon('watch', 'charts.blue'),
  },
  expired: {
    text: 'expired',
    detail: 'Consent was not given in time. Connect it again, or cancel to forget it.',
    icon: themeIcon('circle-slash', 'disabledForeground'),
  },
  removed: {
    text: 'denied or removed',
    detail: 'The mailbox was denied in the browser, or removed. Connect it again, or cancel to forget it.',
    icon: themeIcon('circle-slash', 'disabledForeground'),
  },
};

/** Creates the tree item of a mailbox that is not connected yet, with its state, start time and deadline. */
export function pendingMailboxItem(pending: PendingMailbox): vscode.TreeItem {
  const { id, label, state, since, expiresAt } = pending;
  const { text, detail, icon } = PENDING_STATES[state];
  const now = Date.now();
  const name = label === '' ? 'Gmail mailbox' : label;
  const began = relativeTimestamp(since, now);
  const ends = state === 'waiting' && expiresAt !== undefined ? relativeTimestamp(expiresAt, now) : '';
  const facts = [text, `since ${began}`, ends && `expires ${ends}`];
  return treeItem({
    id: `pendingMailbox/${id}`,
    label: name,
    icon,
    description: facts,
    tooltip: factsTooltip(name, detail, [
      ['State', text],
      ['Started', began],
      ['Expires', ends],
      ['Mailbox', pending.mailboxId],
    ]),
    spoken: [name, 'mailbox to be connected', ...facts],
    context: ['pendingMailbox', isOver(pending) ? 'over' : state],
  });
}
