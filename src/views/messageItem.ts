import type * as vscode from 'vscode';
import type { MailboxMessage } from '../contract/records/mailbox.ts';
import { commandItem } from '../host/commands.ts';
import { Command } from '../manifest.ts';
import { readMail } from '../util/mailText.ts';
import { withoutPasscode } from '../util/passcodes/passcode.ts';
import { relativeTimestamp } from '../util/relativeTime.ts';
import { factsTooltip, momentFact } from './markdown.ts';
import { themeIcon, treeItem } from './treeItem.ts';

/**
 * Creates the tree item of a message, with its subject, sender and age. A key icon marks a passcode, which stays
 * hidden.
 */
export function messageItem(message: MailboxMessage, isUnread: boolean): vscode.TreeItem {
  const { text, links } = readMail(message.preview ?? '');
  const readable = withoutPasscode({ ...message, preview: text });
  const subject = readable.subject || 'No subject';
  const now = Date.now();
  const age = message.receivedAt ? relativeTimestamp(message.receivedAt, now) : '';
  const row = { kind: 'message', record: message } as const;
  return treeItem({
    id: `message/${message.mailboxId ?? ''}/${message.id}`,
    label: subject,
    icon: message.hasOtp ? themeIcon('key', 'charts.yellow') : themeIcon(isUnread ? 'mail' : 'mail-read'),
    description: [isUnread && 'unread', readable.fromAddress, age],
    tooltip: factsTooltip(subject, readable.preview, [
      ['From', readable.fromAddress],
      ['Received', momentFact(message.receivedAt, now)],
      ['Unread', isUnread],
      ['Passcode', message.hasOtp],
      ['ID', message.id],
    ]),
    spoken: [
      subject,
      'message',
      isUnread && 'unread',
      readable.fromAddress,
      age,
      message.hasOtp && 'with a passcode',
    ],
    context: ['message record', message.hasOtp && 'passcode', links.length > 0 && 'link'],
    command: commandItem('Open Message', Command.showMessage, row),
  });
}
