import { BUDGETS } from '../../util/budgets.ts';
import * as z from 'zod';
import { sandboxOperation } from '../define.ts';
import { Attachment, MailboxMessage } from '../records/mailbox.ts';
import { data, Timestamp, Uuid } from '../scalars.ts';

/** The simulated behaviors of the mailbox backend when a mailbox is connected (spec 4.1, 7.3). */
const MAILBOX_BACKENDS = [
  'working',
  'slow',
  'rejecting',
  'alreadyConnected',
  'rateLimited',
  'unavailable',
  'disabled',
] as const;

/** The simulated behavior of the mailbox backend. */
export const MailboxBackend = z.looseObject({ state: z.enum(MAILBOX_BACKENDS) });

/** The maximum length of a delivered message, in characters. */
export const MAX_MESSAGE_LENGTH: number = BUDGETS.mail.characters;

/** The maximum number of attachments of a delivered message, of which only names, types, and sizes exist. */
const MAX_ATTACHMENTS = 20;

/**
 * A message to deliver, received now by default; with `passcode`, a new one-time passcode replaces `{code}` in subject
 * and text, or precedes the text if there is no `{code}`.
 */
export const DeliverMessage = z.looseObject({
  fromAddress: z.string().min(1).max(320).optional(),
  subject: z.string().max(998).optional(),
  text: z.string().optional(),
  passcode: z.boolean().optional(),
  receivedAt: Timestamp.optional(),
  attachments: z.array(Attachment).max(MAX_ATTACHMENTS).optional(),
});

/** A delivered message with the passcode found in it, if any. */
const DeliveredMessage = MailboxMessage.extend({ code: z.string().nullable() });

const backend = { status: 200, body: data(MailboxBackend) } as const;

/** Sandbox-only operations on mailboxes. */
export const sandboxMailboxOperations = {
  deliverMessage: sandboxOperation('POST', '/_sandbox/mailboxes/{mailboxId}/messages', {
    params: z.object({ mailboxId: Uuid }),
    errors: 'mailbox',
    summary: 'Deliver a mail to a mailbox, with or without a passcode',
    body: DeliverMessage,
    response: { status: 201, body: data(DeliveredMessage) },
    effect: 'act',
  }),
  getMailboxBackend: sandboxOperation('GET', '/_sandbox/mailboxes/backend', {
    summary: 'Tell how connecting a mailbox goes',
    response: backend,
    errors: 'mailbox',
  }),
  setMailboxBackend: sandboxOperation('PUT', '/_sandbox/mailboxes/backend', {
    summary: 'Decide how connecting a mailbox goes',
    body: MailboxBackend,
    response: backend,
    errors: 'mailbox',
  }),
} as const;
