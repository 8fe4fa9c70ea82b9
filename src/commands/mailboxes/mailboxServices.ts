import type { Services } from '../commandServices.ts';

/** The services that the commands for mailboxes use. */
export type MailboxServices = Pick<
  Services,
  | 'documents'
  | 'log'
  | 'mailboxes'
  | 'messages'
  | 'openPage'
  | 'pendingMailboxes'
  | 'run'
  | 'secretClipboard'
  | 'session'
>;
