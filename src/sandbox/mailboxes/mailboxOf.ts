import type { Mailbox } from '../../contract/records/mailbox.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { Store } from '../store/store.ts';

const WHY = {
  pending: 'waits for consent; follow the redirectUrl of its connection',
  expired: 'was never connected, as nobody consented in time; connect it again',
  removed: 'was removed; connect it again',
} as const;

/**
 * The mailbox with this id. Throws a 409 refusal where its connection is not active, with the reason of spec 7.2
 * that says how it stands, and 404 where there was never one.
 */
export function mailboxOf({ mailboxes, connections }: Store, mailboxId: string): Mailbox {
  const mailbox = mailboxes.get(mailboxId);
  if (mailbox) return mailbox;
  const status = connections.all({ mailboxId })[0]?.status;
  if (status === undefined || status === 'active') throw notFound('mailbox');
  throw new Refusal(409, `connection_${status}`, `The mailbox ${WHY[status]}.`);
}
