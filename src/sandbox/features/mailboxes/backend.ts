import type * as z from 'zod';
import { MailboxBackend } from '../../../contract/sandbox/mailboxes.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { conflict, Refusal } from '../../runtime/refusal.ts';
import type { Store } from '../../store/store.ts';

const FACT = 'mailboxes.backend';
/** The delay of a slow backend, in milliseconds before the time scale. */
export const SLOW_MS = 5000;
const RETRY_SECONDS = { rateLimited: 30, unavailable: 5 } as const;

/** Returns the simulated behavior of the mailbox backend; `working` by default. */
export function backendState(store: Store): z.output<typeof MailboxBackend>['state'] {
  return MailboxBackend.shape.state.safeParse(store.fact(FACT)).data ?? 'working';
}

/** Throws a 503 Refusal if mailboxes are disabled or unavailable (spec 4.1, 7.3). */
export function requireBackend(store: Store): void {
  const state = backendState(store);
  if (state === 'disabled')
    throw new Refusal(503, 'mailboxes_disabled', 'Mailboxes are switched off for this account.');
  if (state !== 'unavailable') return;
  const extras = { retryAfterSeconds: RETRY_SECONDS.unavailable };
  throw new Refusal(503, 'backend_unavailable', 'Mailboxes are temporarily unavailable.', extras);
}

/** Returns the backend's refusal of a new connection; undefined if it accepts. */
export function findRejection(store: Store): Refusal | undefined {
  switch (backendState(store)) {
    case 'rateLimited': {
      const extras = { retryAfterSeconds: RETRY_SECONDS.rateLimited };
      return new Refusal(429, 'backend_rate_limited', 'Too many connections were requested.', extras);
    }
    case 'rejecting':
      return conflict('backend_rejected', 'The mail provider refused the connection.');
    case 'alreadyConnected':
      return conflict('gmail_already_connected', 'This Gmail account is already connected by somebody else.');
    default:
      return undefined;
  }
}

/** Handlers that get and set the behavior of the mailbox backend. */
export const backendHandlers = {
  getMailboxBackend: ({ service: { store } }) => ({ data: { state: backendState(store) } }),
  setMailboxBackend: ({ body: { state }, service: { store } }) => {
    store.setFact(FACT, state);
    return { data: { state } };
  },
} as const satisfies Handlers;
