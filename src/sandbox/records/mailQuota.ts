import type { Mailbox } from '../../contract/records/mailbox.ts';
import { Refusal } from '../runtime/refusal.ts';
import type { Service } from '../runtime/service.ts';

/** The quota period of inbound messages, in milliseconds of sandbox time. */
const PERIOD_MS = 30 * 86_400_000;

/** Returns a mailbox with its current message count, reset if its quota period has ended (spec 2.4). */
export function refreshQuota(mailbox: Mailbox, now: number): Mailbox {
  const { inboundMessages: inbound } = mailbox;
  const resetsAt = Date.parse(inbound?.resetsAt ?? '');
  if (!inbound || Number.isNaN(resetsAt) || resetsAt > now) return mailbox;
  const periods = Math.floor((now - resetsAt) / PERIOD_MS) + 1;
  const next = new Date(resetsAt + periods * PERIOD_MS).toISOString();
  return { ...mailbox, inboundMessages: { ...inbound, used: 0, exhausted: false, resetsAt: next } };
}

/** Counts one message and returns the mailbox. Throws a 409 Refusal if it is inactive or its quota is used up. */
export function countMessage({ store, clock }: Service, stored: Mailbox): Mailbox {
  const mailbox = refreshQuota(stored, clock.now());
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
