import type { Mailbox } from '../../../contract/records/mailbox.ts';
import { notFound, Refusal } from '../../runtime/refusal.ts';
import type { Store } from '../../store/store.ts';

const REASONS = {
  pending: 'waits for consent; follow the redirectUrl of its connection',
  expired: 'was never connected, as nobody consented in time; connect it again',
  removed: 'was removed; connect it again',
} as const;

/**
 * Returns the mailbox with an ID. Throws a 409 Refusal with the reason of spec 7.2 if its connection is not active, and
 * a 404 if it never existed.
 */
export function requireMailbox({ mailboxes, connections }: Store, mailboxId: string): Mailbox {
  const mailbox = mailboxes.get(mailboxId);
  if (mailbox) return mailbox;
  const status = connections.all({ mailboxId })[0]?.status;
  if (status === undefined || status === 'active') throw notFound('mailbox');
  throw new Refusal(409, `connection_${status}`, `The mailbox ${REASONS[status]}.`);
}
