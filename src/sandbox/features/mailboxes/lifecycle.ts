import { randomBytes, randomUUID } from 'node:crypto';
import type { BILLING_PREFERENCES } from '../../../contract/mailboxValues.ts';
import type { CreateMailbox, MailboxCapacity } from '../../../contract/records/mailbox.ts';
import { ARCHIVED, checkoutPath, describeMailbox, mailboxAt, periodEnd } from '../../records/mailboxState.ts';
import { timestamp } from '../../runtime/clock.ts';
import { type Handlers, HandlerReply } from '../../runtime/handler.ts';
import { findIntent, newIntent } from '../../runtime/idempotency.ts';
import { requireRecord } from '../../runtime/paging.ts';
import { conflict, invalidValue, type Refusal } from '../../runtime/refusal.ts';
import type { Service } from '../../runtime/service.ts';
import type { StoredMailbox } from '../../store/stored.ts';
import { backendState, findRejection, requireBackend, SLOW_MS } from './backend.ts';
import { requireMailbox, readMailbox } from './findMailbox.ts';

const OPERATION = 'createMailbox';
const DOMAIN = 'inbox.example';
/** The number of mailboxes that the account may have without payment. */
const INCLUDED = 3;
const MAX_ALLOCATED = 60;
const MAX_AWAITING_PAYMENT = 3;
const MAX_PER_DAY = 20;
/** The number of messages that a mailbox receives in each period. */
const INCLUDED_MESSAGES = 1000;
const DAY_MS = 86_400_000;
const LOCAL_PART = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/;
const RESERVED = ['abuse', 'admin', 'hostmaster', 'postmaster', 'root', 'security', 'webmaster'];

type Preference = (typeof BILLING_PREFERENCES)[number];

/** Handlers that create, rename, cancel, and restart mailboxes (wire facts 15). */
export const mailboxLifecycle = {
  createMailbox: ({ headers, body, service }) => {
    const { store } = service;
    requireBackend(store);
    const key = headers['idempotency-key'] ?? body.clientRequestId;
    const intent = key === undefined ? undefined : findIntent(store, OPERATION, key, body, 'mailbox');
    if (intent) {
      const known = requireRecord(store.mailboxes, intent.resultId ?? '', 'mailbox');
      return created(service, known, { 'idempotent-replayed': 'true' });
    }
    refuseRejected(service);
    const mailbox = store.mailboxes.put(newMailbox(service, body));
    if (key !== undefined)
      store.intents.put({
        ...newIntent(service, OPERATION, key, body),
        state: 'done',
        resultId: mailbox.id,
      });
    return created(service, mailbox, {});
  },
  getMailboxCapacity: ({ service }) => ({ data: capacityOf(allMailboxes(service)) }),
  getMailbox: ({ params, service }) => ({
    data: describeMailbox(service, readMailbox(service, params.mailboxId)),
  }),
  renameMailbox: ({ params, body: { label }, service }) =>
    changed(service, { ...requireMailbox(service, params.mailboxId), label }),
  cancelMailbox: ({ params, service }) => {
    const mailbox = requireMailbox(service, params.mailboxId);
    if (mailbox.billingMode === 'external') {
      const message = 'A connected inbox cannot be canceled; its owner can withdraw the consent.';
      throw conflict('external_cancel_not_allowed', message);
    }
    switch (mailbox.status) {
      case 'archived':
      case 'cancel_scheduled':
        return changed(service, mailbox);
      case 'provisioning':
      case 'awaiting_payment':
        return changed(service, { ...mailbox, ...ARCHIVED, sandbox: undefined });
      default: {
        // Only what is paid for continues until the end of its period.
        const ended =
          mailbox.billingMode === 'rent' ? { status: 'cancel_scheduled', cancelAtPeriodEnd: true } : ARCHIVED;
        return changed(service, { ...mailbox, ...ended });
      }
    }
  },
  uncancelMailbox: ({ params, service }) => {
    const mailbox = requireMailbox(service, params.mailboxId);
    if (mailbox.status !== 'cancel_scheduled')
      throw conflict('uncancel_not_allowed', 'No cancellation of this mailbox is scheduled.');
    return changed(service, { ...mailbox, status: 'active', cancelAtPeriodEnd: false });
  },
  restartMailbox: ({ params, body, service }) => {
    requireBackend(service.store);
    const mailbox = requireMailbox(service, params.mailboxId);
    if (mailbox.status !== 'archived')
      throw conflict('backend_rejected', 'Only an archived mailbox can be restarted.');
    refuseRejected(service);
    const payment = paidBy(service, allMailboxes(service), body?.billingPreference);
    return changed(service, { ...mailbox, ...payment });
  },
} as const satisfies Handlers;

/** Returns a mailbox that was paid for. */
export function paidMailbox(mailbox: StoredMailbox, now: number): StoredMailbox {
  const paid = { status: 'active', checkoutUrl: null, checkoutExpiresAt: null } as const;
  return { ...mailbox, ...paid, currentPeriodEnd: periodEnd(now) };
}

function changed(service: Service, mailbox: StoredMailbox): { data: ReturnType<typeof describeMailbox> } {
  return { data: describeMailbox(service, service.store.mailboxes.put(mailbox)) };
}

function created(
  service: Service,
  mailbox: StoredMailbox,
  headers: Readonly<Record<string, string>>,
): HandlerReply<{ data: ReturnType<typeof describeMailbox> }> {
  const data = describeMailbox(service, mailbox);
  return new HandlerReply({ data }, headers, data.status === 'provisioning' ? 202 : 201);
}

function newMailbox(service: Service, body: CreateMailbox): StoredMailbox {
  const { clock } = service;
  const { localPart, domainId, label = null, billingPreference } = body;
  if (domainId !== undefined)
    throw conflict('custom_domains_disabled', 'This account has no domains of its own.');
  const mailboxes = allMailboxes(service);
  const name =
    localPart === undefined ? `box-${randomBytes(4).toString('hex')}` : freeName(mailboxes, localPart);
  const today = mailboxes.filter(
    mailbox => isCounted(mailbox) && Date.parse(mailbox.createdAt ?? '') > clock.now() - DAY_MS,
  );
  if (today.length >= MAX_PER_DAY)
    throw conflict(
      'daily_allocation_limit_reached',
      `At most ${MAX_PER_DAY} mailboxes can be created a day.`,
    );
  return {
    id: randomUUID(),
    address: `${name}@${DOMAIN}`,
    label,
    provider: 'matix',
    domainId: null,
    cancelAtPeriodEnd: false,
    inboundMessages: {
      included: INCLUDED_MESSAGES,
      used: 0,
      exhausted: false,
      resetsAt: periodEnd(clock.now()),
    },
    createdAt: timestamp(clock),
    ...paidBy(service, mailboxes, billingPreference),
  };
}

/** Returns the fields of a new or restarted mailbox. Throws a Refusal if it cannot be paid for as wanted. */
function paidBy(
  { clock, settings, store }: Service,
  mailboxes: readonly StoredMailbox[],
  preference: Preference = 'included',
): Partial<StoredMailbox> {
  const { includedRemaining = 0, remaining = 0 } = capacityOf(mailboxes);
  if ((remaining ?? 0) === 0)
    throw conflict('allocated_mailbox_limit_reached', `An account has at most ${MAX_ALLOCATED} mailboxes.`);
  const isIncluded = preference !== 'rent' && (includedRemaining ?? 0) > 0;
  if (!isIncluded && preference === 'included_only')
    throw conflict('included_capacity_unavailable', `All ${INCLUDED} included mailboxes are in use.`);
  const readyAt = new Date(clock.now() + SLOW_MS * settings.timeScale).toISOString();
  const slow = backendState(store) === 'slow' && ({ status: 'provisioning', sandbox: { readyAt } } as const);
  if (isIncluded)
    return { status: 'active', billingMode: 'included', currentPeriodEnd: null, ...(slow || {}) };
  if (mailboxes.filter(({ status }) => status === 'awaiting_payment').length >= MAX_AWAITING_PAYMENT)
    throw conflict(
      'awaiting_payment_limit_reached',
      `At most ${MAX_AWAITING_PAYMENT} mailboxes can wait for payment.`,
    );
  return {
    status: 'awaiting_payment',
    billingMode: 'rent',
    currentPeriodEnd: null,
    checkoutUrl: checkoutPath(randomBytes(24).toString('base64url')),
    checkoutExpiresAt: new Date(clock.now() + DAY_MS).toISOString(),
    ...(slow || {}),
  };
}

function capacityOf(mailboxes: readonly StoredMailbox[]): Readonly<Required<MailboxCapacity>> {
  const allocated = mailboxes.filter(mailbox => isCounted(mailbox) && mailbox.status !== 'archived');
  const used = allocated.filter(({ billingMode }) => billingMode === 'included').length;
  const includedRemaining = Math.max(0, INCLUDED - used);
  return {
    included: INCLUDED,
    includedRemaining,
    remaining: Math.max(0, MAX_ALLOCATED - allocated.length),
    status: includedRemaining > 0 ? 'available' : 'exhausted',
  };
}

function allMailboxes({ store, clock }: Service): readonly StoredMailbox[] {
  return store.mailboxes.all().map(mailbox => mailboxAt(mailbox, clock.now()));
}

/** Returns true unless it is a connected inbox, which no limit counts. */
function isCounted({ billingMode }: StoredMailbox): boolean {
  return billingMode !== 'external';
}

function freeName(mailboxes: readonly StoredMailbox[], localPart: string): string {
  const name = localPart.toLowerCase();
  const refusal = (code: string, message: string): Refusal =>
    invalidValue('body.localPart', message, localPart, code, 422);
  if (!LOCAL_PART.test(name))
    throw refusal('invalid_local_part', 'has 1 to 64 letters, digits, dots, hyphens, and underscores');
  if (RESERVED.includes(name)) throw refusal('local_part_reserved', 'is reserved');
  const isTaken = mailboxes.some(({ address }) => address?.toLowerCase() === `${name}@${DOMAIN}`);
  if (isTaken) throw conflict('local_part_taken', 'body.localPart: is taken.');
  return name;
}

// The refusal about Gmail accounts is none for mailboxes of the service.
function refuseRejected({ store }: Service): void {
  const refusal = backendState(store) === 'alreadyConnected' ? undefined : findRejection(store);
  if (refusal) throw refusal;
}
