import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import { type DeliverMessage, MAX_MESSAGE_LENGTH } from '../../contract/sandbox/mailboxes.ts';
import { passcodeOf } from '../../util/passcodes/passcode.ts';
import type { Random } from '../../util/random.ts';
import { type Clock, timestamp, parseMoment } from '../runtime/clock.ts';
import { Refusal } from '../runtime/refusal.ts';
import type { Service } from '../runtime/service.ts';
import type { StoredMailbox, StoredMessage } from '../store/stored.ts';
import { countMessage } from './mailQuota.ts';

type Mail = z.output<typeof DeliverMessage>;

/**
 * Delivers a new passcode to an address and returns it; undefined if no mailbox has the address or its mailbox rejects
 * the message.
 */
export function mailPasscode(
  service: Service,
  address: string,
  mail: Omit<Mail, 'passcode'>,
): string | undefined {
  const wanted = address.trim().toLowerCase();
  const mailbox = service.store.mailboxes
    .all()
    .find(candidate => candidate.address?.toLowerCase() === wanted);
  if (!mailbox) return undefined;
  try {
    return deliverMail(service, mailbox, { ...mail, passcode: true }).code;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Delivers a message to a mailbox. Throws a Refusal if the mailbox rejects it. */
export function deliverMail(
  service: Service,
  to: StoredMailbox,
  body: Mail,
): { readonly message: StoredMessage; readonly code: string | undefined } {
  const { store, clock, random } = service;
  const mailbox = countMessage(service, to);
  const { subject, text } = composeMessage(body, random);
  if (text.length > MAX_MESSAGE_LENGTH) {
    const message = `body.text: a message has at most ${MAX_MESSAGE_LENGTH} characters.`;
    throw new Refusal(413, 'message_too_large', message);
  }
  const code = passcodeOf({ subject, text });
  const message = store.messages.put({
    id: `msg_${randomUUID().replaceAll('-', '').slice(0, 20)}`,
    mailboxId: mailbox.id,
    fromAddress: body.fromAddress ?? 'no-reply@shop.example',
    subject,
    preview: previewOfMail(text),
    hasOtp: code !== undefined,
    receivedAt: parseReceivedAt(body, clock),
    sandbox: { body: text, attachments: body.attachments },
  });
  emitReceived(service, message, code);
  return { message, code };
}

// A message may be older, but one from the future would stay the newest forever.
function parseReceivedAt({ receivedAt }: Mail, clock: Clock): string {
  const now = timestamp(clock);
  const given = parseMoment('body.receivedAt', receivedAt) ?? now;
  if (given <= now) return given;
  throw new Refusal(400, 'invalid_request', `body.receivedAt: must not be after the current time, ${now}.`);
}

function composeMessage(
  { subject = '', text = '', passcode = false }: Mail,
  random: Random,
): { readonly subject: string; readonly text: string } {
  if (!passcode) return { subject, text };
  const code = String(Math.floor(random() * 1_000_000)).padStart(6, '0');
  const fill = (template: string): string => template.replaceAll('{code}', code);
  if (`${subject}${text}`.includes('{code}')) return { subject: fill(subject), text: fill(text) };
  // Precedes the text, so that the preview always shows it.
  return {
    subject: subject || 'Your sign-in code',
    text: `Your code is ${code}.${text ? `\n\n${text}` : ''}`,
  };
}

function emitReceived({ events }: Service, message: StoredMessage, code: string | undefined): void {
  events.emit('mail.received', { message });
  const { id: messageId, mailboxId, fromAddress, subject, hasOtp } = message;
  const payload = { mailboxId, messageId, fromAddress, subject };
  events.emitAppEvent('app', 'app.mailbox.message_received', null, { ...payload, hasOtp });
  if (code !== undefined)
    events.emitAppEvent('app', 'app.mailbox.passcode_received', null, { ...payload, code });
}

/** Returns the first 140 characters of a message's text on one line, the preview in its record (spec 2.6). */
export function previewOfMail(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  // The `u` flag prevents cutting a surrogate pair.
  return /^.{0,140}/u.exec(line)?.[0] ?? '';
}
