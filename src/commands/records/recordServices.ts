import type { Services } from '../commandServices.ts';

/** The services that the commands for the records of all views use. */
export type RecordServices = Pick<
  Services,
  | 'deliveries'
  | 'devices'
  | 'documents'
  | 'executions'
  | 'flows'
  | 'mailboxes'
  | 'messages'
  | 'session'
  | 'steps'
  | 'tasks'
  | 'webhooks'
>;
