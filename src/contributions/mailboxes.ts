import { Command, ContextKey } from '../manifest.ts';
import { command, rows, row } from './command.ts';
import { rowCommands, viewCommand } from './commandKinds.ts';
import { CONNECTED, reportTitle, singleViewItem, viewItem, viewTitle } from './menus.ts';

const forMessage = rowCommands('mailboxes', singleViewItem, row('message'));
const actWithMessage = rowCommands('mailboxes', singleViewItem, row('message'), { needsTrust: true });

const changeMailbox = rowCommands('mailboxes', singleViewItem, row('mailbox'), { needsTrust: true });

/** Commands for mailboxes and their messages. */
export const mailboxCommands = {
  [Command.refreshMailboxes]: viewCommand('Refresh Mailboxes', 'refresh', 'mailboxes', 'navigation@3'),
  [Command.filterMessages]: viewCommand('Filter Messages…', 'filter', 'mailboxes', 'navigation@2'),
  [Command.copyPasscode]: command({
    title: 'Copy Newest Passcode',
    icon: 'key',
    palette: CONNECTED,
    keybinding: { key: 'ctrl+alt+p', when: `${ContextKey.session} =~ /^(closed|opening|open)$/` },
    menus: [viewTitle('mailboxes', 'navigation@1', CONNECTED)],
  }),
  [Command.copyMessagePasscode]: forMessage(
    'Copy Passcode',
    'key',
    /\bpasscode\b/,
    'inline@1',
    '1_use@1',
    reportTitle('message', 'navigation@1', 'passcode'),
  ),
  [Command.sendLinkToDevice]: actWithMessage(
    'Open Link on Device…',
    'link-external',
    /^message\b.*\blink\b/,
    '1_use@3',
    reportTitle('message', 'navigation@3', 'link'),
  ),
  [Command.typeMessagePasscode]: actWithMessage(
    'Type Passcode on Device…',
    'keyboard',
    /\bpasscode\b/,
    '1_use@2',
    reportTitle('message', 'navigation@2', 'passcode'),
  ),
  [Command.showMessage]: forMessage('Open Message', 'go-to-file', /^message\b/, '1_open@1'),
  [Command.waitForPasscode]: command(
    {
      title: 'Wait for Passcode…',
      icon: 'clock',
      palette: CONNECTED,
      menus: [
        viewTitle('mailboxes', '1_list@1', CONNECTED),
        singleViewItem('mailboxes', /^mailbox\b.*\breceiving\b/, 'inline@1', '1_use@1'),
      ],
    },
    row('mailbox'),
  ),
  [Command.markMessagesRead]: command(
    {
      title: 'Mark All as Read',
      icon: 'mail-read',
      palette: false,
      menus: [singleViewItem('mailboxes', /^mailbox\b/, '1_use@3')],
    },
    row('mailbox'),
  ),
  [Command.connectMailbox]: command(
    {
      title: 'Connect Gmail Mailbox…',
      icon: 'add',
      palette: CONNECTED,
      needsTrust: true,
      menus: [
        viewTitle('mailboxes', 'navigation@0', CONNECTED),
        singleViewItem('mailboxes', /^pendingMailbox over\b/, 'inline@1', '1_use@1'),
      ],
    },
    row('pendingMailbox'),
  ),
  [Command.resumeMailbox]: command(
    {
      title: 'Resume Connecting Mailbox',
      icon: 'link-external',
      palette: false,
      needsTrust: true,
      menus: [singleViewItem('mailboxes', /^pendingMailbox (waiting|unanswered)\b/, 'inline@1', '1_use@1')],
    },
    row('pendingMailbox'),
  ),
  [Command.cancelMailbox]: command(
    {
      title: 'Cancel Connecting Mailbox',
      icon: 'close',
      palette: false,
      menus: [viewItem('mailboxes', /^pendingMailbox\b/, 'inline@2', '7_delete@1')],
    },
    rows('pendingMailbox'),
  ),
  [Command.createMailbox]: command({
    title: 'New Mailbox…',
    icon: 'add',
    palette: false,
    needsTrust: true,
    menus: [viewTitle('mailboxes', '1_list@0', CONNECTED)],
  }),
  [Command.payForMailbox]: changeMailbox(
    'Open Payment Page',
    'credit-card',
    /^mailbox\b.*\bpayable\b/,
    'inline@2',
    '1_use@0',
  ),
  [Command.renameMailbox]: changeMailbox('Rename Mailbox…', 'edit', /^mailbox\b/, '5_change@1'),
  [Command.restartMailbox]: changeMailbox(
    'Restart Mailbox',
    'debug-restart',
    /^mailbox\b.*\barchived\b/,
    '5_change@2',
  ),
  [Command.undoMailboxEnd]: changeMailbox(
    'Undo Cancellation',
    'discard',
    /^mailbox\b.*\bending\b/,
    '5_change@2',
  ),
  [Command.endMailbox]: changeMailbox('Cancel Mailbox…', 'close', /^mailbox\b.*\bcancelable\b/, '7_delete@1'),
  [Command.copyMailboxAddress]: command(
    {
      title: 'Copy Address',
      icon: 'copy',
      palette: false,
      menus: [singleViewItem('mailboxes', /^mailbox\b/, '9_copy@0')],
    },
    row('mailbox'),
  ),
  [Command.copyConsentSecret]: command(
    {
      title: 'Copy Secret for Consent Page',
      icon: 'copy',
      palette: false,
      menus: [singleViewItem('mailboxes', /^pendingMailbox waiting\b/, '2_copy@1')],
    },
    row('pendingMailbox'),
  ),
};
