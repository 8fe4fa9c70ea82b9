import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { ConnectMailbox, MailboxConnection } from '../contract/records/mailbox.ts';
import { isLoopbackHost, secureUrl } from '../util/loopback.ts';
import type { Connection } from './connection.ts';

/**
 * A request to connect a Gmail mailbox, until the mailbox is usable. It contains the hash of the secret, but not the
 * secret.
 */
export interface PendingMailbox {
  /** The idempotency key: one per request, reused on every retry (spec 4.1). */
  readonly id: string;
  /** Empty if the user entered none. */
  readonly label: string;
  /** SHA-256 of the secret in lowercase hex (spec 4.1). */
  readonly bindingHash: string;
  /** Time at which the user started the request, in ISO 8601. */
  readonly since: string;
  /** Sent without a response so far, waiting for consent, or ended without consent (spec 2.5). */
  readonly state: 'unanswered' | 'waiting' | 'expired' | 'removed';
  readonly mailboxId?: string | undefined;
  /** Deadline for the consent, if the service reports it. */
  readonly expiresAt?: string | undefined;
}

/** Persistent storage for pending mailboxes per connection, with the secrets stored separately. */
export interface KeptPendingMailboxes {
  all(connectionId: string): readonly PendingMailbox[];
  /** Stores a new pending mailbox with its secret. */
  add(connectionId: string, pending: PendingMailbox, secret: string): Promise<void>;
  /** Replaces a pending mailbox unless it has been removed. Deletes the secret if the request is over. */
  replace(connectionId: string, pending: PendingMailbox): Promise<void>;
  /** Deletes a pending mailbox and its secret. */
  remove(connectionId: string, id: string): Promise<void>;
  secret(connectionId: string, id: string): Promise<string | undefined>;
}

/** Creates a pending mailbox with a random secret of 256 bits. */
export function newPendingMailbox(
  label: string,
  now: Date,
): { readonly pending: PendingMailbox; readonly secret: string } {
  const secret = randomBytes(32).toString('base64url');
  const bindingHash = createHash('sha256').update(secret).digest('hex');
  const since = now.toISOString();
  return { pending: { id: randomUUID(), label, bindingHash, since, state: 'unanswered' }, secret };
}

/** Returns true if consent is no longer possible. */
export function isOver({ state }: PendingMailbox): boolean {
  return state === 'expired' || state === 'removed';
}

/** Returns the request body, which is the same on every retry of a request (spec 4.1). */
export function connectBody({ label, bindingHash }: PendingMailbox): ConnectMailbox {
  return { provider: 'gmail', bindingHash, ...(label === '' ? {} : { label }) };
}

/** Applies a response: returns undefined if the mailbox is usable, else the new pending state (spec 2.5, 3.2). */
export function applyResponse(
  pending: PendingMailbox,
  response: MailboxConnection,
): PendingMailbox | undefined {
  const { status, redirectUrl, mailboxId, expiresAt } = response;
  const updated = { ...pending, mailboxId, expiresAt: expiresAt ?? undefined };
  if (status === 'expired') return { ...updated, state: 'expired' };
  if (status === 'removed') return { ...updated, state: 'removed' };
  // With an unknown status, the mailbox counts as usable if there is no redirect to a consent page.
  const isUsable = status === 'active' || (status !== 'pending' && redirectUrl === null);
  return isUsable ? undefined : { ...updated, state: 'waiting' };
}

/**
 * Returns the URL of the consent page. The secret is added as `binding` only if the page belongs to the service itself.
 * Throws if the URL is neither https nor http on loopback.
 */
export function consentPageUrl(redirectUrl: string, secret: string, { kind, baseUrl }: Connection): string {
  const url = secureUrl(redirectUrl);
  if (!url) {
    throw new Error('The consent page of the service is not at a safe web address, so it was not opened.');
  }
  const isOwnPage =
    kind === 'sandbox' ? isLoopbackHost(url.hostname) : url.origin === new URL(baseUrl).origin;
  if (!isOwnPage) return redirectUrl;
  const [page = '', ...fragment] = redirectUrl.split('#');
  const bound = `${page}${page.includes('?') ? '&' : '?'}binding=${encodeURIComponent(secret)}`;
  return [bound, ...fragment].join('#');
}
