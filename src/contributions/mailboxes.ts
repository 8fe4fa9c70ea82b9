import { Command, ContextKey } from '../manifest.ts';
import { command, type Lines } from './command.ts';
import { lineCommands, viewCommand } from './commandKinds.ts';
import { CONNECTED, singleViewItem, viewItem, viewTitle } from './menus.ts';

const forMessage = lineCommands<Lines<'message'>>('mailboxes', singleViewItem, { palette: false });

/** Commands for mailboxes and their messages. */
export const mailboxCommands = {
  [Command.refreshMailboxes]: viewCommand('Refresh Mailboxes', 'refresh', 'mailboxes', 'navigation@3'),
  [Command.filterMessages]: viewCommand('Filter Messages…', 'filter', 'mailboxes', 'navigation@2'),
  [Command.copyPasscode]: command({
    title: 'Copy Newest Passcode',
    icon: 'key',
    keybinding: { key: 'ctrl+alt+p', when: `${ContextKey.session} =~ /^(closed|opening|open)$/` },
    menus: [viewTitle('mailboxes', 'navigation@1', CONNECTED)],
  }),
  [Command.copyMessagePasscode]: forMessage('Copy Passcode', 'key', /\bpasscode\b/, 'inline@1', '1_use@1'),
  [Command.showMessage]: forMessage('Open Message', 'go-to-file', /^message\b/, '1_open@1'),
  [Command.waitForPasscode]: command<Lines<'mailbox'>>({
    title: 'Wait for Passcode…',
    icon: 'clock',
    menus: [
      viewTitle('mailboxes', '1_list@1', CONNECTED),
      singleViewItem('mailboxes', /^mailbox\b/, 'inline@1', '1_use@1'),
    ],
  }),
  [Command.connectMailbox]: command<Lines<'pendingMailbox'>>({
    title: 'Connect Gmail Mailbox…',
    icon: 'add',
    needsTrust: true,
    menus: [
      viewTitle('mailboxes', 'navigation@0', CONNECTED),
      singleViewItem('mailboxes', /^pendingMailbox over\b/, 'inline@1', '1_use@1'),
    ],
  }),
  [Command.resumeMailbox]: command<Lines<'pendingMailbox'>>({
    title: 'Resume Connecting Mailbox',
    icon: 'link-external',
    needsTrust: true,
    menus: [singleViewItem('mailboxes', /^pendingMailbox (waiting|unanswered)\b/, 'inline@1', '1_use@1')],
  }),
  [Command.cancelMailbox]: command<Lines<'pendingMailbox'>>({
    title: 'Cancel Connecting Mailbox',
    icon: 'close',
    menus: [viewItem('mailboxes', /^pendingMailbox\b/, 'inline@2', '7_delete@1')],
  }),
  [Command.copyMailboxAddress]: command<Lines<'mailbox'>>({
    title: 'Copy Address',
    icon: 'copy',
    palette: false,
    menus: [singleViewItem('mailboxes', /^mailbox\b/, '9_copy@0')],
  }),
  [Command.copyConsentSecret]: command<Lines<'pendingMailbox'>>({
    title: 'Copy Secret for Consent Page',
    icon: 'copy',
    menus: [singleViewItem('mailboxes', /^pendingMailbox waiting\b/, '2_copy@1')],
  }),
};
