import * as z from 'zod';
import {
  CONNECTION_STATUSES,
  MAILBOX_BILLING_MODES,
  MAILBOX_PROVIDERS,
  MAILBOX_STATUSES,
} from '../enumerations.ts';
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

/** The body that connects a Gmail inbox (spec 4.1). */
export const ConnectMailbox = z.looseObject({
  provider: z.literal('gmail'),
  bindingHash: z.string().regex(BINDING_HASH_PATTERN).optional(),
  label: z.string().max(Limits.mailboxLabel).optional(),
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
