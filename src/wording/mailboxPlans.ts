import type { Mailbox, MailboxCapacity } from '../contract/records/mailbox.ts';
import { counted } from '../util/counted.ts';
import { relativeTimestamp } from '../util/relativeTime.ts';
import type { Confirmation } from './deployQuestion.ts';

/** Returns true if a mailbox ends with its billing period. */
export function isEnding({ status, cancelAtPeriodEnd }: Mailbox): boolean {
  return status !== 'archived' && (status === 'cancel_scheduled' || cancelAtPeriodEnd === true);
}

/** Returns what can be done with a mailbox in its status, as words of its row. */
export function mailboxActions(mailbox: Mailbox): readonly string[] {
  const { status, billingMode, checkoutUrl } = mailbox;
  // Of a connected inbox, only its owner can withdraw the consent.
  const cancelable = billingMode === 'external' ? [] : ['cancelable'];
  switch (status) {
    case 'awaiting_payment':
      return [...(checkoutUrl ? ['payable'] : []), ...cancelable];
    case 'provisioning':
      return cancelable;
    case 'active':
    case 'billing_error':
    case 'cancel_scheduled':
      return ['receiving', ...(isEnding(mailbox) ? ['ending'] : cancelable)];
    case 'archived':
      return ['archived'];
    case 'pending_connection':
    case 'connection_expired':
    case 'connection_removed':
      return [];
    default:
      return ['receiving'];
  }
}

/** Returns how many included mailboxes are left, in words; undefined if the service does not tell. */
export function capacityText(capacity: MailboxCapacity | undefined): string | undefined {
  if (capacity?.status === 'not_included') return 'Your plan includes no mailboxes.';
  const { included, includedRemaining } = capacity ?? {};
  if (includedRemaining == null) return undefined;
  const all = counted(included ?? includedRemaining, 'included mailbox', 'included mailboxes');
  return `${included == null ? '' : `${includedRemaining} of `}${all} left.`;
}

/** Returns true unless the service says that no included mailbox is left. */
export function hasIncluded(capacity: MailboxCapacity | undefined): boolean {
  if (!capacity) return true;
  const { status, includedRemaining } = capacity;
  if (includedRemaining != null) return includedRemaining > 0;
  return status !== 'exhausted' && status !== 'not_included';
}

/** Returns the question before a mailbox that must be paid for; `what` is what happens to it. */
export function paidQuestion(
  what: 'create' | 'restart',
  capacity: MailboxCapacity | undefined,
): Confirmation {
  const [question, verb] =
    what === 'create'
      ? ['Create a paid mailbox?', 'Create Paid Mailbox']
      : ['Restart this mailbox as a paid one?', 'Restart as Paid Mailbox'];
  const costs = 'The service charges for it until you cancel it. You pay on a page of the service.';
  return { question, verb, detail: [capacityText(capacity), costs].filter(Boolean).join(' ') };
}

/** Returns the question before a mailbox is canceled, which says when it ends. */
export function cancelQuestion(mailbox: Mailbox, name: string, now: number): Confirmation {
  const { status, billingMode, currentPeriodEnd } = mailbox;
  const kept = 'Its address and messages stay.';
  const detail = (): string => {
    if (status === 'awaiting_payment' || status === 'provisioning')
      return 'Nothing was paid for it yet, so it ends at once.';
    if (billingMode !== 'rent')
      return `It ends at once, or with its billing period if it has one, and then receives no mail. ${kept} You can restart it.`;
    const end = currentPeriodEnd ? ` ${relativeTimestamp(currentPeriodEnd, now)}` : '';
    return `It receives mail until its billing period ends${end}. Until then, you can undo this. ${kept}`;
  };
  return { question: `Cancel the mailbox “${name}”?`, detail: detail(), verb: 'End Mailbox' };
}
