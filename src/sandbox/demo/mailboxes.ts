import { daysAgo } from './ago.ts';
import { checkoutPath } from '../records/mailboxState.ts';
import { stableId } from '../records/stableId.ts';
import type { StoredMailbox } from '../store/stored.ts';

/** Returns the ID of a demo mailbox by its key: gmail, allocated, exhausted or unpaid. */
export function demoMailboxId(key: string): string {
  return stableId(`mailbox:${key}`);
}

/**
 * Returns the demo mailboxes, dated relative to `now`: a connected Gmail inbox, which has no message quota, an
 * allocated address, one with three messages left in its quota, which ends with its billing period, and an unpaid one,
 * which is inactive.
 */
export function demoMailboxes(now: number): readonly StoredMailbox[] {
  const period = { currentPeriodEnd: daysAgo(now, -20), cancelAtPeriodEnd: false };
  const common = { status: 'active', checkoutUrl: null, checkoutExpiresAt: null, domainId: null };
  return [
    {
      ...common,
      id: demoMailboxId('gmail'),
      address: 'qa.devices@gmail.example',
      label: 'QA inbox',
      billingMode: 'external',
      provider: 'gmail',
      cancelAtPeriodEnd: false,
      currentPeriodEnd: null,
      inboundMessages: null,
      createdAt: daysAgo(now, 60),
    },
    {
      ...common,
      ...period,
      id: demoMailboxId('allocated'),
      address: 'signup-7f3a@inbox.example',
      label: 'Sign-up tests',
      billingMode: 'included',
      provider: 'matix',
      inboundMessages: { included: 1000, used: 127, exhausted: false, resetsAt: daysAgo(now, -20) },
      createdAt: daysAgo(now, 45),
    },
    {
      ...common,
      ...period,
      id: demoMailboxId('exhausted'),
      address: 'load@inbox.example',
      label: 'Load tests',
      status: 'cancel_scheduled',
      currentPeriodEnd: daysAgo(now, -40),
      billingMode: 'rent',
      provider: 'matix',
      cancelAtPeriodEnd: true,
      inboundMessages: { included: 500, used: 497, exhausted: false, resetsAt: daysAgo(now, -20) },
      createdAt: daysAgo(now, 30),
    },
    {
      ...common,
      id: demoMailboxId('unpaid'),
      address: 'receipts@inbox.example',
      label: 'Receipts',
      status: 'awaiting_payment',
      billingMode: 'rent',
      provider: 'matix',
      cancelAtPeriodEnd: false,
      currentPeriodEnd: null,
      checkoutUrl: checkoutPath('receipts'),
      checkoutExpiresAt: daysAgo(now, -1),
      inboundMessages: { included: 1000, used: 0, exhausted: false, resetsAt: null },
      createdAt: daysAgo(now, 1),
    },
  ];
}
