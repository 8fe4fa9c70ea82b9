import type { Services } from '../commandServices.ts';

/** The services that the commands for the sandbox use. */
export type SandboxServices = Pick<
  Services,
  | 'clients'
  | 'connections'
  | 'mailboxes'
  | 'messages'
  | 'on'
  | 'receiver'
  | 'sandbox'
  | 'sandboxStore'
  | 'secretClipboard'
  | 'session'
>;
