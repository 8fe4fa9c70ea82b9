import type { MailboxReason } from '../contract/mailboxReasons.ts';

// User-facing messages for the reason codes, with the next step if there is one (spec 7.2).
const SENTENCES: Readonly<Record<MailboxReason, string>> = {
  mailboxes_disabled: 'Mailboxes are switched off for this account. Whoever runs it can switch them on.',
  otp_extraction_disabled: 'This account does not detect passcodes. Read them in the message.',
  idempotency_conflict: 'The service has finally refused this attempt. Start a new one.',
  invalid_idempotency_key: 'The service does not accept the key of this attempt. Start a new one.',
  idempotency_key_required: 'The service accepts this request only with an idempotency key.',
  idempotency_key_reused: 'The key of this attempt was used with other details. Start a new attempt.',
  invalid_local_part: 'The part before the @ cannot be an address. Choose another.',
  local_part_reserved: 'The part before the @ is reserved. Choose another.',
  local_part_taken: 'This address is taken. Choose another part before the @.',
  mailbox_vanity_disabled: 'This account cannot choose its own addresses. Take one that is given.',
  allocated_mailbox_limit_reached: 'This account has all the mailboxes it may have. Cancel one first.',
  awaiting_payment_limit_reached:
    'Too many mailboxes are waiting for payment. Pay for one or cancel it first.',
  vanity_awaiting_payment_limit_reached:
    'Too many chosen addresses are waiting for payment. Pay for one or cancel it first.',
  daily_allocation_limit_reached: 'No more mailboxes can be created today. Try again tomorrow.',
  billing_not_configured: 'This account has no payment method. Set up its billing first.',
  included_capacity_unavailable: 'What your plan includes is used up.',
  mailbox_not_active: 'This mailbox is not active, so it receives no messages.',
  uncancel_not_allowed: 'The cancellation of this mailbox can no longer be undone.',
  backend_rate_limited: 'The mail provider was asked too often. Wait before you try again.',
  backend_rejected: 'The mail provider refused this. Check the account, then start again.',
  backend_unavailable: 'The mail provider cannot be reached right now.',
  assistant_checkout_return_unavailable: 'There is no way back from the payment page right now.',
  custom_domains_disabled: 'This account cannot use domains of its own.',
  domain_not_disableable: 'This domain cannot be switched off as it is now.',
  invalid_domain: 'This is not the name of a domain. Check its spelling.',
  domain_reserved: 'This domain is reserved. Choose another.',
  domain_unavailable: 'This domain is not available. Choose another.',
  domain_not_active: 'This domain is not active yet. Finish its set-up first.',
  domain_limit_reached: 'This account has all the domains it may have. Remove one first.',
  domain_verification_expired: 'This domain was not verified in time. Start its verification again.',
  domain_claim_superseded: 'Somebody else has claimed this domain.',
  dns_check_rate_limited: 'The records of this domain were checked too often. Wait before the next check.',
  gmail_already_connected: 'This Gmail account is connected already.',
  connection_pending: 'This connection still waits for consent. Give it in the browser.',
  connection_expired: 'Consent was not given in time. Connect the mailbox again.',
  connection_removed: 'This connection was denied or removed. Connect the mailbox again.',
  message_too_large: 'This message is too large for a mailbox.',
  external_cancel_not_allowed: 'This mailbox cannot be canceled here. Cancel it where it was paid for.',
};

// `idempotency_conflict` has two meanings, distinguished by `x-should-retry` (spec 4.1 rule 5).
const IN_FLIGHT = 'The first request of this attempt is still in progress.';

/**
 * Returns the message for the reason of a mailbox error, or undefined for an unknown reason, which is handled by its
 * status (spec 7.2). `retryable` is true if the same request may succeed later.
 */
export function mailboxSentence(reason: string | undefined, retryable: boolean): string | undefined {
  if (!isKnown(reason)) return undefined;
  return reason === 'idempotency_conflict' && retryable ? IN_FLIGHT : SENTENCES[reason];
}

function isKnown(reason: string | undefined): reason is MailboxReason {
  return reason !== undefined && Object.hasOwn(SENTENCES, reason);
}
