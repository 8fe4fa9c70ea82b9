import type { Mailbox } from '../../contract/records/mailbox.ts';
import type { Service } from '../runtime/service.ts';
import type { StoredMailbox } from '../store/stored.ts';

/** The length of billing and quota periods, in milliseconds of sandbox time. */
export const PERIOD_MS = 30 * 86_400_000;

/** The fields of a mailbox that has ended. */
export const ARCHIVED = {
  status: 'archived',
  cancelAtPeriodEnd: false,
  currentPeriodEnd: null,
  checkoutUrl: null,
  checkoutExpiresAt: null,
} as const;

/** Returns a mailbox as it is at a time: created, ended, renewed, and with a new quota, as its times say. */
export function mailboxAt(stored: StoredMailbox, now: number): StoredMailbox {
  return refreshQuota(settle(stored, now), now);
}

/** Returns a mailbox as the service describes it. */
export function describeMailbox({ origin, clock }: Service, stored: StoredMailbox): Mailbox {
  const mailbox = mailboxAt(stored, clock.now());
  const { status, checkoutUrl } = mailbox;
  // While a mailbox is being created, it cannot be paid for.
  const page =
    status === 'awaiting_payment' && checkoutUrl != null ? new URL(checkoutUrl, origin).href : null;
  return { ...mailbox, checkoutUrl: page, sandbox: undefined };
}

/** Returns the path of the page on which a mailbox is paid for. */
export function checkoutPath(token: string): string {
  return `/pages/mailboxes/checkout?state=${token}`;
}

/** Returns the end of a period that begins at a time. */
export function periodEnd(now: number): string {
  return new Date(now + PERIOD_MS).toISOString();
}

function settle(mailbox: StoredMailbox, now: number): StoredMailbox {
  const { status, billingMode, currentPeriodEnd, checkoutExpiresAt, sandbox } = mailbox;
  const isPast = (time: string | null | undefined): boolean => time != null && Date.parse(time) <= now;
  switch (status) {
    case 'provisioning': {
      if (!isPast(sandbox?.readyAt)) return mailbox;
      const ready = billingMode === 'rent' ? 'awaiting_payment' : 'active';
      return settle({ ...mailbox, status: ready, sandbox: undefined }, now);
    }
    case 'cancel_scheduled':
      return isPast(currentPeriodEnd) ? { ...mailbox, ...ARCHIVED } : mailbox;
    case 'awaiting_payment':
      return isPast(checkoutExpiresAt) ? { ...mailbox, ...ARCHIVED } : mailbox;
    case 'active':
      return isPast(currentPeriodEnd)
        ? { ...mailbox, currentPeriodEnd: nextEnd(currentPeriodEnd, now) }
        : mailbox;
    default:
      return mailbox;
  }
}

function refreshQuota(mailbox: StoredMailbox, now: number): StoredMailbox {
  const { inboundMessages: inbound } = mailbox;
  const resetsAt = Date.parse(inbound?.resetsAt ?? '');
  if (!inbound || Number.isNaN(resetsAt) || resetsAt > now) return mailbox;
  const renewed = { used: 0, exhausted: false, resetsAt: nextEnd(inbound.resetsAt, now) };
  return { ...mailbox, inboundMessages: { ...inbound, ...renewed } };
}

function nextEnd(end: string | null | undefined, now: number): string {
  const time = Date.parse(end ?? '');
  return new Date(time + (Math.floor((now - time) / PERIOD_MS) + 1) * PERIOD_MS).toISOString();
}
