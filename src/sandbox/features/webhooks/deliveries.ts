import { randomUUID } from 'node:crypto';
import type { DeliveryAttempt } from '../../../contract/records/delivery.ts';
import { deliveryHeaders, sign } from '../../../contract/signature.ts';
import { timestamp } from '../../runtime/clock.ts';
import type { JobKind } from '../../runtime/job.ts';
import type { Service } from '../../runtime/service.ts';
import type { StoredDelivery, StoredWebhook } from '../../store/stored.ts';
import type { MayCallPort } from '../../../util/publicAddress.ts';
import { callAddress } from './call.ts';
import { toError } from '../../../util/errors.ts';

/** The number of consecutive failed attempts after which an endpoint is failing; a guess. */
const FAILING_AFTER = 3;

/** The number of consecutive failed attempts after which an endpoint is blocked; a guess. */
const BLOCKED_AFTER = 20;

/** An event to deliver; its envelope is a choice of the sandbox (wire facts 12). */
export interface OutgoingEvent {
  readonly type: string;
  readonly source: string;
  readonly data: unknown;
}

/** The waits between the attempts of a delivery, in seconds before the time scale (wire facts 12). */
export const RETRY_WAITS = [1, 5, 30, 120] as const;
const TIMEOUT_MS = 10_000;
/** The maximum number of bytes kept of a receiver's response. */
const SNIPPET_BYTES = 1000;
/** The prefix in the names of delivery headers; the sandbox has no brand. */
const HEADER_PREFIX = 'Service';

/** Returns a check for the ports of this computer to which deliveries are allowed. */
export function mayDeliverTo({ settings, loopbackPorts }: Service): MayCallPort {
  return port => settings.loopbackWebhooks || loopbackPorts.has(port);
}

/** Stores a pending delivery of an event to an endpoint. */
export function newDelivery(
  { store, clock }: Service,
  endpoint: StoredWebhook,
  { type, source, data }: OutgoingEvent,
  isTest = false,
): StoredDelivery {
  const now = timestamp(clock);
  const eventId = randomUUID();
  return store.deliveries.put({
    id: randomUUID(),
    endpointId: endpoint.id,
    endpointKind: endpoint.kind,
    eventId,
    eventType: type,
    source,
    occurredAt: now,
    createdAt: now,
    status: 'pending',
    attempts: 0,
    isTest,
    completedAt: null,
    lastError: null,
    createdBy: endpoint.createdBy ?? null,
    lastStatusCode: null,
    durationMs: null,
    sandbox: { rawBody: JSON.stringify({ id: eventId, type, source, occurredAt: now, data }), attempts: [] },
  });
}

/**
 * Makes one attempt at a delivery, signed with the current secret of the endpoint (spec 6.2), and stores request and
 * response. `last` marks the delivery dead if it fails. Throws without storing anything if the signal is aborted.
 */
export async function attemptDelivery(
  service: Service,
  endpoint: StoredWebhook,
  delivery: StoredDelivery,
  last: boolean,
  signal: AbortSignal,
): Promise<StoredDelivery> {
  const { store, clock, events } = service;
  const attempt = await tryOnce(service, endpoint, delivery, signal);
  const succeeded = attempt.error == null;
  const attempts = [...delivery.sandbox.attempts, attempt];
  const isOver = succeeded || last;
  return store.transaction(() => {
    const current = store.webhooks.get(endpoint.id);
    if (current) store.webhooks.put(nextHealth(current, succeeded, timestamp(clock)));
    const after = store.deliveries.put({
      ...delivery,
      status: succeeded ? 'success' : last ? 'dead' : 'pending',
      attempts: attempts.length,
      completedAt: isOver ? timestamp(clock) : null,
      lastError: attempt.error ?? null,
      lastStatusCode: attempt.responseStatus ?? null,
      durationMs: attempt.durationMs ?? null,
      sandbox: { ...delivery.sandbox, attempts },
    });
    if (isOver) events.emit('delivery.ended', { deliveryId: delivery.id });
    return after;
  });
}

/** The job of a delivery: up to five attempts with increasing waits. */
export const deliverJob: JobKind<{ readonly deliveryId: string }> = {
  name: 'webhook.deliver',
  concurrency: 8,
  async run({ payload, signal }, service) {
    const { store, clock, settings, events } = service;
    const delivery = store.deliveries.get(payload.deliveryId);
    const endpoint = delivery?.endpointId ? store.webhooks.get(delivery.endpointId) : undefined;
    if (delivery?.status !== 'pending') return undefined;
    if (endpoint?.state !== 'ACTIVE' || endpoint.health === 'blocked') {
      const completedAt = timestamp(clock);
      // A delivery that was sent at least once is not skipped, whatever the endpoint's state.
      const status = delivery.sandbox.attempts.length > 0 ? 'dead' : 'skipped';
      store.deliveries.put({ ...delivery, status, completedAt });
      events.emit('delivery.ended', { deliveryId: delivery.id });
      return undefined;
    }
    const made = delivery.sandbox.attempts.length;
    const wait = RETRY_WAITS[made];
    const after = await attemptDelivery(service, endpoint, delivery, wait === undefined, signal);
    if (after.status !== 'pending' || wait === undefined) return undefined;
    return { nextRunAt: clock.now() + wait * 1000 * settings.timeScale, payload };
  },
};

async function tryOnce(
  service: Service,
  endpoint: StoredWebhook,
  { id, eventId, eventType, sandbox: { rawBody, attempts } }: StoredDelivery,
  stopped: AbortSignal,
): Promise<DeliveryAttempt> {
  const { clock } = service;
  const attemptNo = attempts.length + 1;
  const { url } = endpoint;
  // What an integration gets is kept, and leaves the computer no more than a mail does.
  if (url == null)
    return {
      attemptNo,
      sentAt: timestamp(clock),
      signed: false,
      requestBody: rawBody,
      responseStatus: 200,
      durationMs: 0,
      error: null,
    };
  const names = deliveryHeaders(HEADER_PREFIX);
  const moment = String(Math.floor(clock.now() / 1000));
  const requestHeaders = {
    'content-type': 'application/json',
    [names.timestamp]: moment,
    [names.signature]: await sign(endpoint.sandbox.secret, moment, Buffer.from(rawBody)),
    [names.event]: eventType ?? '',
    [names.eventId]: eventId ?? '',
    [names.deliveryId]: id,
    [names.attempt]: String(attemptNo),
  };
  const sent = {
    attemptNo,
    sentAt: timestamp(clock),
    signed: true,
    requestUrl: url,
    requestMethod: 'POST',
    requestHeaders,
    requestBody: rawBody,
  };
  const started = performance.now();
  const took = (): number => Math.round(performance.now() - started);
  try {
    const { status, headers, text } = await callAddress({
      method: 'POST',
      url,
      headers: requestHeaders,
      body: rawBody,
      timeoutMs: TIMEOUT_MS,
      longestAnswer: SNIPPET_BYTES,
      mayCallPort: mayDeliverTo(service),
      // The user has chosen the address of an endpoint.
      isConfined: false,
      signal: stopped,
    });
    const error = status >= 200 && status < 300 ? null : `The receiver answered ${status}.`;
    const answer = { responseStatus: status, responseHeaders: headers, responseSnippet: text };
    return { ...sent, ...answer, durationMs: took(), error };
  } catch (cause) {
    stopped.throwIfAborted();
    const error = `The receiver could not be reached: ${toError(cause).message}`;
    const answer = { responseStatus: null, responseHeaders: null, responseSnippet: null };
    return { ...sent, ...answer, durationMs: took(), error };
  }
}

/**
 * Returns an endpoint after an attempt: healthy after a success, failing or blocked after repeated failures (wire facts
 * 11).
 */
function nextHealth(endpoint: StoredWebhook, succeeded: boolean, now: string): StoredWebhook {
  const failures = succeeded ? 0 : (endpoint.sandbox.failures ?? 0) + 1;
  const sandbox = { ...endpoint.sandbox, failures };
  if (failures >= BLOCKED_AFTER) {
    const blockedReason = `${failures} attempts in a row failed.`;
    return { ...endpoint, sandbox, health: 'blocked', blockedAt: endpoint.blockedAt ?? now, blockedReason };
  }
  const health = failures >= FAILING_AFTER ? 'failing' : 'healthy';
  return { ...endpoint, sandbox, health, blockedAt: null, blockedReason: null };
}
