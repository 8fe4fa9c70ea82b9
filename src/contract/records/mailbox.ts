import * as z from 'zod';
import { CONNECTION_STATUSES } from '../enumerations.ts';
import {
  BILLING_PREFERENCES,
  CAPACITY_STATUSES,
  MAILBOX_BILLING_MODES,
  MAILBOX_PROVIDERS,
  MAILBOX_STATUSES,
  PASSCODE_CONFIDENCES,
} from '../mailboxValues.ts';
import { BINDING_HASH_PATTERN, Limits } from '../limits.ts';
import { openEnum, record, Timestamp, Uuid } from '../scalars.ts';

/** An inbox owned by the caller (spec 2.4, wire facts 15). */
export const Mailbox = record(
  { id: Uuid },
  {
    address: z.string(),
    label: z.string(),
    status: openEnum(MAILBOX_STATUSES),
    billingMode: openEnum(MAILBOX_BILLING_MODES),
    provider: openEnum(MAILBOX_PROVIDERS),
    cancelAtPeriodEnd: z.boolean(),
    currentPeriodEnd: Timestamp,
    checkoutUrl: z.string(),
    checkoutExpiresAt: Timestamp,
    domainId: Uuid,
    inboundMessages: record(
      {},
      { included: z.int(), used: z.int(), exhausted: z.boolean(), resetsAt: Timestamp },
    ),
    createdAt: Timestamp,
  },
);
export type Mailbox = z.output<typeof Mailbox>;

/** The deprecated predecessor of the header `Idempotency-Key` (wire facts 16). */
const clientRequestId = { clientRequestId: z.string().min(1).optional().meta({ deprecated: true }) };

const billingPreference = z.enum(BILLING_PREFERENCES).optional();

/** The body that creates a mailbox; without `localPart`, its address is random (wire facts 15). */
export const CreateMailbox = z.looseObject({
  localPart: z.string().min(1).optional(),
  domainId: Uuid.optional(),
  label: z.string().max(Limits.mailboxLabel).optional(),
  billingPreference,
  ...clientRequestId,
});
export type CreateMailbox = z.output<typeof CreateMailbox>;

/** The body that renames a mailbox; null clears the label (wire facts 15). */
export const RenameMailbox = z.looseObject({ label: z.string().max(Limits.mailboxLabel).nullable() });

/** The body that restarts an archived mailbox (wire facts 15). */
export const RestartMailbox = z.looseObject({ billingPreference });

/** The number of mailboxes that can still be created; a snapshot, since only the creation decides (wire facts 15). */
export const MailboxCapacity = record(
  {},
  {
    included: z.int(),
    includedRemaining: z.int(),
    remaining: z.int(),
    status: openEnum(CAPACITY_STATUSES),
  },
);
export type MailboxCapacity = z.output<typeof MailboxCapacity>;

/** The body that connects a Gmail inbox (spec 4.1). */
export const ConnectMailbox = z.looseObject({
  provider: z.literal('gmail'),
  bindingHash: z.string().regex(BINDING_HASH_PATTERN).optional(),
  label: z.string().max(Limits.mailboxLabel).optional(),
  ...clientRequestId,
});
export type ConnectMailbox = z.output<typeof ConnectMailbox>;

/**
 * A connection to an inbox; `redirectUrl` is null if the mailbox is usable immediately (spec 2.5). `expiresAt`, the
 * deadline for the consent, is an optional addition of a service (spec 9.3).
 */
export const MailboxConnection = z.looseObject({
  connectionId: Uuid,
  mailboxId: Uuid,
  redirectUrl: z.string().nullable(),
  status: openEnum(CONNECTION_STATUSES),
  address: z.string().nullable(),
  expiresAt: Timestamp.nullish(),
});
export type MailboxConnection = z.output<typeof MailboxConnection>;

/** A message in the list of a mailbox; its ID is not a UUID (spec 2.6). */
export const MailboxMessage = record(
  { id: z.string() },
  {
    mailboxId: Uuid,
    fromAddress: z.string(),
    subject: z.string(),
    preview: z.string(),
    hasOtp: z.boolean(),
    receivedAt: Timestamp,
  },
);
export type MailboxMessage = z.output<typeof MailboxMessage>;

/** An attachment of a message, without its content (wire facts 15). */
export const Attachment = record({}, { name: z.string(), contentType: z.string(), size: z.int() });
export type Attachment = z.output<typeof Attachment>;

/** A message with its text and its attachments (wire facts 15). */
export const FullMessage = record(
  { id: z.string() },
  {
    mailboxId: Uuid,
    fromAddress: z.string(),
    fromName: z.string(),
    subject: z.string(),
    textBody: z.string(),
    hasOtp: z.boolean(),
    receivedAt: Timestamp,
    attachmentCount: z.int(),
    attachments: z.array(Attachment),
  },
);
export type FullMessage = z.output<typeof FullMessage>;

/** A passcode that the service found; as text, since it can begin with zeros (wire facts 15). */
export const FoundPasscode = record(
  { code: z.string(), messageId: z.string() },
  {
    confidence: openEnum(PASSCODE_CONFIDENCES),
    receivedAt: Timestamp,
    sender: z.string(),
    subject: z.string(),
  },
);
export type FoundPasscode = z.output<typeof FoundPasscode>;
