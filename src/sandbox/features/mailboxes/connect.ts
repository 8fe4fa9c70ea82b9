import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { ConnectMailbox, MailboxConnection } from '../../../contract/records/mailbox.ts';
import { pause, timestamp } from '../../runtime/clock.ts';
import { findIntent, newIntent } from '../../runtime/idempotency.ts';
import type { JobKind } from '../../runtime/job.ts';
import { requireRecord } from '../../runtime/paging.ts';
import { conflict, Refusal } from '../../runtime/refusal.ts';
import { type Handlers, HandlerReply } from '../../runtime/handler.ts';
import type { Service } from '../../runtime/service.ts';
import type { StoredConnection, StoredIntent } from '../../store/stored.ts';
import { allowedMs } from '../../runtime/waitFor.ts';
import { backendState, requireBackend, findRejection, SLOW_MS } from './backend.ts';

const OPERATION = 'connectMailbox';
/** The time limit for giving consent, in milliseconds. */
const CONSENT_MS = 600_000;

/** Handlers that connect a Gmail inbox, with the idempotency rules of spec 4.1, 7.3. */
export const connectHandlers = {
  connectMailbox: async ({ headers, body, service, signal }) => {
    const { store, clock, settings } = service;
    requireBackend(store);
    const key = headers['idempotency-key'] ?? body.clientRequestId;
    const earlier = key === undefined ? undefined : findIntent(store, OPERATION, key, body, 'connection');
    if (earlier) return replayCall(service, earlier);
    const intent =
      key === undefined ? undefined : store.intents.put(newIntent(service, OPERATION, key, body));
    // A disconnected caller does not stop the backend; repeating the call returns the result.
    if (backendState(store) === 'slow')
      await pause(clock, SLOW_MS * settings.timeScale, signal).catch(() => undefined);
    const refusal = findRejection(store);
    if (refusal) {
      // Only a permanent refusal is stored with its key.
      if (intent && refusal.status === 409) store.intents.put({ ...intent, state: 'refused' });
      else if (intent) store.intents.delete(intent.id);
      throw refusal;
    }
    return store.transaction(() => {
      const connection = findActiveConnection(service) ?? createConnection(service, body);
      if (intent) store.intents.put({ ...intent, state: 'done', resultId: connection.id });
      return toConnection(service, connection);
    });
  },
  getMailboxConnection: ({ params, service }) =>
    toConnection(service, requireRecord(service.store.connections, params.connectionId, 'connection')),
} as const satisfies Handlers;

/** The job that expires a connection without consent. */
export const expireJob: JobKind<{ readonly connectionId: string }> = {
  name: 'mailbox.expire',
  concurrency: 4,
  run({ payload: { connectionId } }, { store }): undefined {
    const connection = store.connections.get(connectionId);
    if (connection?.status === 'pending') store.connections.put({ ...connection, status: 'expired' });
  },
};

/** Returns the hash under which a link is stored, which makes lookups safe against timing attacks. */
export function linkHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Deletes calls interrupted by a crash, so that they can be repeated with the same keys. */
export function forgetUnfinished({ store }: Service): void {
  store.intents.deleteWhere({ state: 'inFlight' });
}

function replayCall(service: Service, intent: StoredIntent): HandlerReply<MailboxConnection> {
  if (intent.state === 'inFlight') {
    const extras = { retryAfterSeconds: 1, headers: { 'x-should-retry': 'true' } };
    throw new Refusal(
      409,
      'idempotency_conflict',
      'The first call with this key is still in progress.',
      extras,
    );
  }
  const connection = service.store.connections.get(intent.resultId ?? '');
  if (!connection) {
    const message = 'The call with this key was permanently refused; use a new key to try again.';
    throw conflict('idempotency_conflict', message);
  }
  return new HandlerReply(toConnection(service, connection), { 'idempotent-replayed': 'true' });
}

// If Gmail is already connected, no consent is needed (spec 3.2).
function findActiveConnection({ store }: Service): StoredConnection | undefined {
  return store.connections.all({ status: 'active' }).at(-1);
}

function createConnection(service: Service, body: ConnectMailbox): StoredConnection {
  const { store, clock, jobs } = service;
  const token = randomBytes(24).toString('base64url');
  const expiry = clock.now() + allowedMs(service, CONSENT_MS);
  const id = randomUUID();
  const connection = store.connections.put({
    id,
    // The public client says that both are the same (wire facts 15).
    mailboxId: id,
    linkPath: `/pages/mailboxes/connect?state=${token}`,
    status: 'pending',
    address: null,
    label: body.label ?? null,
    bindingHash: body.bindingHash ?? null,
    tokenHash: linkHash(token),
    createdAt: timestamp(clock),
    expiresAt: new Date(expiry).toISOString(),
  });
  jobs.add(expireJob, expiry, { connectionId: connection.id });
  return connection;
}

function toConnection(
  { origin }: Service,
  { id, mailboxId, linkPath, status, address, expiresAt }: StoredConnection,
): MailboxConnection {
  return {
    connectionId: id,
    mailboxId,
    // Null means that the mailbox is usable (spec 2.5); the page of an expired link explains why it ended.
    redirectUrl: status === 'active' ? null : `${origin}${linkPath}`,
    status,
    address,
    ...(status === 'pending' ? { expiresAt } : {}),
  };
}
