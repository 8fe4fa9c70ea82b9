import assert from 'node:assert/strict';
import { MAILBOX_REASONS } from '../../../src/contract/mailboxReasons.ts';

/** The reasons of spec 7.2 in its order, written out so that none can be renamed unnoticed. */
const frozen = [
  'mailboxes_disabled',
  'otp_extraction_disabled',
  'idempotency_conflict',
  'invalid_idempotency_key',
  'idempotency_key_required',
  'idempotency_key_reused',
  'invalid_local_part',
  'local_part_reserved',
  'local_part_taken',
  'mailbox_vanity_disabled',
  'allocated_mailbox_limit_reached',
  'awaiting_payment_limit_reached',
  'vanity_awaiting_payment_limit_reached',
  'daily_allocation_limit_reached',
  'billing_not_configured',
  'included_capacity_unavailable',
  'mailbox_not_active',
  'uncancel_not_allowed',
  'backend_rate_limited',
  'backend_rejected',
  'backend_unavailable',
  'assistant_checkout_return_unavailable',
  'custom_domains_disabled',
  'domain_not_disableable',
  'invalid_domain',
  'domain_reserved',
  'domain_unavailable',
  'domain_not_active',
  'domain_limit_reached',
  'domain_verification_expired',
  'domain_claim_superseded',
  'dns_check_rate_limited',
  'gmail_already_connected',
  'connection_pending',
  'connection_expired',
  'connection_removed',
  'message_too_large',
  'external_cancel_not_allowed',
];

it('reasons of mailbox errors are those of the specification (spec 7.2)', () => {
  assert.deepEqual([...MAILBOX_REASONS], frozen);
});

it('reasons of mailbox errors are listed once each', () => {
  assert.equal(new Set(MAILBOX_REASONS).size, MAILBOX_REASONS.length);
});
