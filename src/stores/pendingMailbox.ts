import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { ConnectMailbox, MailboxConnection } from '../contract/records/mailbox.ts';
import { isLoopbackHost } from '../util/loopback.ts';
import type { Connection } from './connection.ts';

/**
 * A Gmail mailbox that a person began to connect, until it is usable. It holds no secret: the one whose hash
 * it holds is kept elsewhere.
 */
export interface PendingMailbox {
  /** The idempotency key, one for each intent and the same on every retry of it (spec 4.1). */
  readonly id: string;
  /** Empty where the person gave none. */
  readonly label: string;
  /** SHA-256 of the secret, as lower-case hex (spec 4.1). */
  readonly bindingHash: string;
  /** When the person began, in ISO 8601. */
  readonly since: string;
  /** Asked without an answer so far, waiting for the consent, or over without one (spec 2.5). */
  readonly state: 'unanswered' | 'waiting' | 'expired' | 'removed';
  readonly mailboxId?: string | undefined;
  /** Until when the consent can be given, where the service tells it. */
  readonly expiresAt?: string | undefined;
}

/** Keeps pending mailboxes over a restart, and their secrets apart from them, for each connection. */
export interface KeptPendingMailboxes {
  all(connectionId: string): readonly PendingMailbox[];
  /** Keeps a new one with its secret. */
  add(connectionId: string, pending: PendingMailbox, secret: string): Promise<void>;
  /** Replaces one, unless it was removed meanwhile; the secret of one that is over is forgotten. */
  replace(connectionId: string, pending: PendingMailbox): Promise<void>;
  /** Forgets one and its secret. */
  remove(connectionId: string, id: string): Promise<void>;
  secret(connectionId: string, id: string): Promise<string | undefined>;
}

/** A new intent with a random secret of 256 bits. */
export function newPendingMailbox(
  label: string,
  now: Date,
): { readonly pending: PendingMailbox; readonly secret: string } {
  const secret = randomBytes(32).toString('base64url');
  const bindingHash = createHash('sha256').update(secret).digest('hex');
  const since = now.toISOString();
  return { pending: { id: randomUUID(), label, bindingHash, since, state: 'unanswered' }, secret };
}

/** Whether nobody can consent to it any more. */
export function isOver({ state }: PendingMailbox): boolean {
  return state === 'expired' || state === 'removed';
}

/** The body that asks for it, always the same, so that a retry stands for the same intent (spec 4.1). */
export function connectBody({ label, bindingHash }: PendingMailbox): ConnectMailbox {
  return { provider: 'gmail', bindingHash, ...(label === '' ? {} : { label }) };
}

/** What an answer makes of it: usable (undefined), or how it stands now (spec 2.5, 3.2). */
export function answeredWith(pending: PendingMailbox, answer: MailboxConnection): PendingMailbox | undefined {
  const { status, redirectUrl, mailboxId, expiresAt } = answer;
  const told = { ...pending, mailboxId, expiresAt: expiresAt ?? undefined };
  if (status === 'expired') return { ...told, state: 'expired' };
  if (status === 'removed') return { ...told, state: 'removed' };
  // A state that is new to this client is judged by the page: without one the mailbox is usable.
  const usable = status === 'active' || (status !== 'pending' && redirectUrl === null);
  return usable ? undefined : { ...told, state: 'waiting' };
}

/**
 * The address at which a browser gives the consent. The secret goes along as `binding` to a page of the service
 * itself, and to nobody else. Throws where the address is not one of a safe web page.
 */
export function consentPage(redirectUrl: string, secret: string, { kind, baseUrl }: Connection): string {
  const url = URL.canParse(redirectUrl) ? new URL(redirectUrl) : undefined;
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname));
  if (!url || !safe) {
    throw new Error('The consent page of the service is not at a safe web address, so it was not opened.');
  }
  const own = kind === 'sandbox' ? isLoopbackHost(url.hostname) : url.origin === new URL(baseUrl).origin;
  if (!own) return redirectUrl;
  const [page = '', ...fragment] = redirectUrl.split('#');
  const bound = `${page}${page.includes('?') ? '&' : '?'}binding=${encodeURIComponent(secret)}`;
  return [bound, ...fragment].join('#');
}
