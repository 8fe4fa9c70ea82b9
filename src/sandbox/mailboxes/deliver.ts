import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type { Mailbox } from '../../contract/records/mailbox.ts';
import { type DeliverMessage, LONGEST_MESSAGE } from '../../contract/sandbox/mailboxes.ts';
import { findPasscode } from '../../util/passcode.ts';
import type { Random } from '../../util/random.ts';
import { timestamp } from '../clock.ts';
import type { Handlers } from '../handler.ts';
import { found } from '../paging.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { answered } from '../store/stored.ts';

/** Longest preview of a message, in characters. */
const PREVIEW_LENGTH = 140;
const PERIOD_MS = 30 * 86_400_000;

/** Delivers mails to mailboxes, and removes mailboxes. */
export const deliverHandlers = {
  deliverMessage: ({ params, body, service }) => {
    const { store, clock, events, random } = service;
    const mailbox = counted(service, found(store.mailboxes, params.mailboxId, 'mailbox'));
    const { subject, text } = written(body, random);
    if (text.length > LONGEST_MESSAGE) {
      const message = `body.text: a message has at most ${LONGEST_MESSAGE} characters.`;
      throw new Refusal(413, 'message_too_large', message);
    }
    const code = findPasscode(subject, text);
    const message = store.messages.put({
      id: `msg_${randomUUID().replaceAll('-', '').slice(0, 20)}`,
      mailboxId: mailbox.id,
      fromAddress: body.fromAddress ?? 'no-reply@shop.example',
      subject,
      preview: text.replaceAll(/\s+/g, ' ').slice(0, PREVIEW_LENGTH),
      hasOtp: code !== undefined,
      receivedAt: timestamp(clock),
      sandbox: { body: text },
    });
    events.tell('mail.received', { message });
    const { id: messageId, mailboxId, fromAddress, hasOtp } = message;
    const payload = { mailboxId, messageId, fromAddress, subject };
    const tell = (eventType: string, more: object): void =>
      events.tell('app.event', {
        eventType,
        source: 'app',
        deviceId: null,
        payload: { ...payload, ...more },
      });
    tell('app.mailbox.message_received', { hasOtp });
    if (code !== undefined) tell('app.mailbox.passcode_received', { code });
    return { data: { ...answered(message), code: code ?? null } };
  },
  disconnectMailbox: ({ params, service: { store } }) => {
    const mailbox = found(store.mailboxes, params.mailboxId, 'mailbox');
    store.mailboxes.delete(mailbox.id);
    store.messages.deleteWhere({ mailboxId: mailbox.id });
    for (const connection of store.connections.all({ mailboxId: mailbox.id }))
      store.connections.put({ ...connection, status: 'removed' });
    return { data: { ...mailbox, status: 'removed' } };
  },
} as const satisfies Handlers;

/** A mailbox with its count as it is now: from nothing after the period has ended (spec 2.4). */
export function refreshed(mailbox: Mailbox, now: number): Mailbox {
  const { inboundMessages: inbound } = mailbox;
  const resetsAt = Date.parse(inbound?.resetsAt ?? '');
  if (!inbound || Number.isNaN(resetsAt) || resetsAt > now) return mailbox;
  const periods = Math.floor((now - resetsAt) / PERIOD_MS) + 1;
  const next = new Date(resetsAt + periods * PERIOD_MS).toISOString();
  return { ...mailbox, inboundMessages: { ...inbound, used: 0, exhausted: false, resetsAt: next } };
}

// Counts one message more. Throws when the mailbox takes none.
function counted({ store, clock }: Service, stored: Mailbox): Mailbox {
  const mailbox = refreshed(stored, clock.now());
  if (mailbox.status !== 'active') {
    const message = `The mailbox is ${mailbox.status ?? 'unknown'} and takes no mail.`;
    throw new Refusal(409, 'mailbox_not_active', message);
  }
  const { inboundMessages: inbound } = mailbox;
  if (!inbound) return mailbox;
  if (inbound.exhausted === true) {
    const message = `The mailbox has used up its ${inbound.included ?? 0} messages until ${inbound.resetsAt ?? 'later'}.`;
    throw new Refusal(409, 'included_capacity_unavailable', message);
  }
  const used = (inbound.used ?? 0) + 1;
  const inboundMessages = { ...inbound, used, exhausted: used >= (inbound.included ?? Infinity) };
  return store.mailboxes.put({ ...mailbox, inboundMessages });
}

function written(
  { subject = '', text = '', passcode = false }: z.output<typeof DeliverMessage>,
  random: Random,
): { readonly subject: string; readonly text: string } {
  if (!passcode) return { subject, text };
  const code = String(Math.floor(random() * 1_000_000)).padStart(6, '0');
  const fill = (template: string): string => template.replaceAll('{code}', code);
  if (`${subject}${text}`.includes('{code}')) return { subject: fill(subject), text: fill(text) };
  return {
    subject: subject || 'Your sign-in code',
    text: `${text ? `${text}\n\n` : ''}Your code is ${code}.`,
  };
}
