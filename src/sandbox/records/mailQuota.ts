import { Refusal } from '../runtime/refusal.ts';
import type { Service } from '../runtime/service.ts';
import type { StoredMailbox } from '../store/stored.ts';
import { mailboxAt } from './mailboxState.ts';

/** Counts one message and returns the mailbox. Throws a 409 Refusal if it is inactive or its quota is used up. */
export function countMessage({ store, clock }: Service, stored: StoredMailbox): StoredMailbox {
  const mailbox = mailboxAt(stored, clock.now());
  if (mailbox.status !== 'active' && mailbox.status !== 'cancel_scheduled') {
    const message = `The mailbox is ${mailbox.status ?? 'unknown'} and accepts no mail.`;
    throw new Refusal(409, 'mailbox_not_active', message);
  }
  const { inboundMessages: inbound } = mailbox;
  if (!inbound) return mailbox;
  if (inbound.exhausted === true) {
    const message = `The mailbox has used up its ${inbound.included ?? 0} messages until ${inbound.resetsAt ?? 'later'}.`;
    throw new Refusal(409, 'included_capacity_unavailable', message);
  }
  const used = (inbound.used ?? 0) + 1;
  const inboundMessages = { ...inbound, used, exhausted: used >= (inbound.included ?? Infinity) };
  return store.mailboxes.put({ ...mailbox, inboundMessages });
}
