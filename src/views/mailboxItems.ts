import * as vscode from 'vscode';
import type { Mailbox, MailboxMessage } from '../contract/records/mailbox.ts';
import { commandItem } from '../host/commandItem.ts';
import { Command } from '../manifest.ts';
import { withoutPasscode } from '../util/passcode.ts';
import { relativeTimestamp } from '../util/relativeTime.ts';
import { colouredIcon } from './colouredIcon.ts';
import { factsTooltip, momentFact } from './markdown.ts';

/** Creates the tree item of a mailbox, with its address as the label and its state and usage as the description. */
export function mailboxItem(mailbox: Mailbox): vscode.TreeItem {
  const { address, label, status, inboundMessages: inbound } = mailbox;
  const name = address ?? label ?? `Mailbox ${mailbox.id.slice(0, 8)}`;
  const used =
    inbound?.included == null
      ? ''
      : `${inbound.used ?? 0} of ${inbound.included}${inbound.exhausted ? ', used up' : ''}`;
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `mailbox/${mailbox.id}`;
  item.description = [label !== address ? label : '', status === 'active' ? '' : status, used]
    .filter(Boolean)
    .join(' · ');
  item.iconPath = inbound?.exhausted
    ? colouredIcon('warning', 'list.warningForeground')
    : new vscode.ThemeIcon('inbox');
  const now = Date.now();
  item.tooltip = factsTooltip(name, label, [
    ['Status', status],
    ['Messages in this period', used],
    ['Resets', inbound?.resetsAt && relativeTimestamp(inbound.resetsAt, now)],
    ['Billing', mailbox.billingMode],
    ['Ends with its billing period', mailbox.cancelAtPeriodEnd],
    ['Created', mailbox.createdAt && relativeTimestamp(mailbox.createdAt, now)],
    ['ID', mailbox.id],
  ]);
  item.accessibilityInformation = { label: [name, 'mailbox', status ?? '', used].filter(Boolean).join(', ') };
  item.contextValue = 'mailbox record';
  return item;
}

/**
 * Creates the tree item of a message, with its subject, sender and age. A key icon marks a passcode, which stays
 * hidden.
 */
export function messageItem(message: MailboxMessage): vscode.TreeItem {
  const readable = withoutPasscode(message);
  const subject = readable.subject || 'No subject';
  const now = Date.now();
  const age = message.receivedAt ? relativeTimestamp(message.receivedAt, now) : '';
  const item = new vscode.TreeItem(subject);
  item.id = `message/${message.mailboxId ?? ''}/${message.id}`;
  item.description = [message.fromAddress, age].filter(Boolean).join(' · ');
  item.iconPath = message.hasOtp ? colouredIcon('key', 'charts.yellow') : new vscode.ThemeIcon('mail');
  item.tooltip = factsTooltip(subject, readable.preview, [
    ['From', message.fromAddress],
    ['Received', momentFact(message.receivedAt, now)],
    ['Passcode', message.hasOtp],
    ['ID', message.id],
  ]);
  const code = message.hasOtp ? 'with a passcode' : '';
  item.accessibilityInformation = {
    label: [subject, 'message', message.fromAddress ?? '', age, code].filter(Boolean).join(', '),
  };
  const line = { kind: 'message', record: message } as const;
  item.command = commandItem('Open Message', Command.showMessage, line);
  item.contextValue = ['message record', ...(message.hasOtp ? ['passcode'] : [])].join(' ');
  return item;
}
