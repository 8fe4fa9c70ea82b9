import type { mailboxCommands } from '../../contributions/mailboxes.ts';
import { Command } from '../../manifest.ts';
import { type Handlers, deferred } from '../commandServices.ts';
import { cancelMailbox, connectMailbox, copyConsentSecret, resumeMailbox } from './mailboxConnect.ts';
import type { MailboxServices } from './mailboxServices.ts';
import {
  copyMailboxAddress,
  copyMessagePasscode,
  copyPasscode,
  filterMessages,
  refreshMailboxes,
  waitForPasscode,
} from './mailboxes.ts';

/** The handlers of the commands of this folder. */
export const mailboxHandlers: Handlers<MailboxServices, typeof mailboxCommands> = {
  [Command.refreshMailboxes]: refreshMailboxes,
  [Command.filterMessages]: filterMessages,
  [Command.copyPasscode]: copyPasscode,
  [Command.copyMessagePasscode]: copyMessagePasscode,
  [Command.showMessage]: deferred(async () => (await import('./messages.ts')).showMessage),
  [Command.waitForPasscode]: waitForPasscode,
  [Command.connectMailbox]: connectMailbox,
  [Command.resumeMailbox]: resumeMailbox,
  [Command.cancelMailbox]: cancelMailbox,
  [Command.copyMailboxAddress]: copyMailboxAddress,
  [Command.copyConsentSecret]: copyConsentSecret,
};
