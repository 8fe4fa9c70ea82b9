/** The states of a mailbox (wire facts 15). */
export const MAILBOX_STATUSES = [
  'provisioning',
  'awaiting_payment',
  'active',
  'cancel_scheduled',
  'archived',
  'billing_error',
  'pending_connection',
  'connection_expired',
  'connection_removed',
] as const;

/** The ways a mailbox is paid for (wire facts 15). */
export const MAILBOX_BILLING_MODES = ['rent', 'included', 'domain', 'external'] as const;

/** The providers of mailboxes: the service itself, or a connected inbox (wire facts 15). */
export const MAILBOX_PROVIDERS = ['matix', 'gmail'] as const;

/** The ways to pay for a new mailbox: included capacity or else paid, only included capacity, or paid (wire facts 15). */
export const BILLING_PREFERENCES = ['included', 'included_only', 'rent'] as const;

/** The states of a capacity (wire facts 3, 15). */
export const CAPACITY_STATUSES = ['available', 'exhausted', 'not_included'] as const;

/** The levels of confidence in a passcode that a service found (wire facts 15). */
export const PASSCODE_CONFIDENCES = ['high', 'medium', 'low'] as const;
