import type { MAILBOX_STATUSES } from '../../../contract/mailboxValues.ts';
import type { Mailbox } from '../../../contract/records/mailbox.ts';
import { mailboxAt } from '../../records/mailboxState.ts';
import { notFound, Refusal } from '../../runtime/refusal.ts';
import type { Service } from '../../runtime/service.ts';
import type { StoredConnection, StoredMailbox } from '../../store/stored.ts';

const REASONS = {
  pending: 'waits for consent; follow the redirectUrl of its connection',
  expired: 'was never connected, as nobody consented in time; connect it again',
  removed: 'was removed; connect it again',
} as const;

const STATUSES: Readonly<Record<keyof typeof REASONS, (typeof MAILBOX_STATUSES)[number]>> = {
  pending: 'pending_connection',
  expired: 'connection_expired',
  removed: 'connection_removed',
};

/**
 * Returns the mailbox with an ID. Throws a 409 Refusal with the reason of spec 7.2 if its connection is not active, and
 * a 404 if it never existed.
 */
export function requireMailbox(service: Service, mailboxId: string): StoredMailbox {
  const mailbox = findStored(service, mailboxId);
  if (mailbox) return mailbox;
  const { status } = requireUnconnected(service, mailboxId);
  throw new Refusal(409, `connection_${status}`, `The mailbox ${REASONS[status]}.`);
}

/** Returns the mailbox with an ID, also one whose connection is not active. Throws a 404 Refusal if it never existed. */
export function readMailbox(service: Service, mailboxId: string): StoredMailbox {
  return findStored(service, mailboxId) ?? toMailbox(requireUnconnected(service, mailboxId));
}

/** Returns the fields of a mailbox that is a connected inbox. */
export function externalMailbox(
  connection: StoredConnection,
  fields: Pick<Mailbox, 'address' | 'status' | 'label' | 'createdAt'>,
): StoredMailbox {
  return {
    ...fields,
    id: connection.mailboxId,
    billingMode: 'external',
    provider: 'gmail',
    cancelAtPeriodEnd: false,
    currentPeriodEnd: null,
    checkoutUrl: null,
    checkoutExpiresAt: null,
    domainId: null,
    inboundMessages: null,
  };
}

type Unconnected = StoredConnection & { readonly status: keyof typeof REASONS };

function findStored({ store, clock }: Service, mailboxId: string): StoredMailbox | undefined {
  const stored = store.mailboxes.get(mailboxId);
  return stored && mailboxAt(stored, clock.now());
}

function requireUnconnected({ store }: Service, mailboxId: string): Unconnected {
  const [connection] = store.connections.all({ mailboxId });
  if (!connection || !isUnconnected(connection)) throw notFound('mailbox');
  return connection;
}

function isUnconnected(connection: StoredConnection): connection is Unconnected {
  return connection.status !== 'active';
}

function toMailbox(connection: Unconnected): StoredMailbox {
  const { address, label, createdAt, status } = connection;
  return externalMailbox(connection, { address, label, createdAt, status: STATUSES[status] });
}
