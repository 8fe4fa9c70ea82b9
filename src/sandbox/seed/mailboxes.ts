import type { Mailbox } from '../../contract/records/mailbox.ts';
import type { Store } from '../store/store.ts';
import { daysAgo, minutesAgo } from './ago.ts';
import { stableId } from './stableId.ts';

interface DemoMessage {
  readonly from: string;
  readonly subject: string;
  readonly body: string;
  readonly minutes: number;
  readonly hasOtp: boolean;
}

const inbox: readonly DemoMessage[] = [
  {
    from: 'no-reply@shop.example',
    subject: 'Your sign-in code is 482 913',
    body: 'Use 482 913 to sign in. The code is valid for ten minutes. Do not share it with anybody.',
    minutes: 4,
    hasOtp: true,
  },
  {
    from: 'security@bank.example',
    subject: 'Confirm your new device',
    body: 'Hello, enter 774120 in the app to confirm this device. If this was not you, call us.',
    minutes: 38,
    hasOtp: true,
  },
  {
    from: 'letters@news.example',
    subject: 'This week: twelve small kitchens, one long train ride and the quiet return of the paper map',
    body: 'Good morning. We begin with a kitchen of four square metres.',
    minutes: 180,
    hasOtp: false,
  },
  {
    from: 'bestellung@laden.example',
    subject: 'Ihre Bestellung ist unterwegs – Lieferung am Freitag',
    body: 'Guten Tag, Ihre Bestellung wurde heute übergeben.',
    minutes: 1500,
    hasOtp: false,
  },
  {
    from: 'support@ride.example',
    subject: '確認コード: 5561',
    body: 'アプリに 5561 を入力してください。',
    minutes: 3000,
    hasOtp: true,
  },
  {
    from: 'calendar@team.example',
    subject: '',
    body: 'Invitation: planning, Monday at ten.',
    minutes: 7000,
    hasOtp: false,
  },
];

/** Stores two inboxes with mail and one that is nearly used up. */
export function seedMailboxes(store: Store, now: number): void {
  const gmail = mailbox(now, 'gmail', { address: 'qa.devices@gmail.example', label: 'QA inbox' });
  store.mailboxes.put(gmail);
  store.mailboxes.put(
    mailbox(now, 'allocated', { address: 'signup-7f3a@inbox.example', label: 'Sign-up tests' }),
  );
  const resetsAt = daysAgo(now, -12);
  store.mailboxes.put(
    mailbox(now, 'exhausted', {
      address: 'load@inbox.example',
      label: 'Load tests',
      inboundMessages: { included: 500, used: 500, exhausted: true, resetsAt },
    }),
  );
  for (const [index, message] of inbox.entries())
    storeMessage(store, gmail.id, `demo-${index}`, message, now);
}

/** A mailbox with the usual fields; what is given wins. */
export function mailbox(now: number, key: string, given: Partial<Mailbox>): Mailbox {
  return {
    id: stableId(`mailbox:${key}`),
    status: 'active',
    billingMode: 'included',
    cancelAtPeriodEnd: false,
    currentPeriodEnd: daysAgo(now, -20),
    checkoutUrl: null,
    checkoutExpiresAt: null,
    domainId: null,
    inboundMessages: { included: 1000, used: 120, exhausted: false, resetsAt: daysAgo(now, -20) },
    createdAt: daysAgo(now, 60),
    ...given,
  };
}

/** Stores a message that arrived so many minutes before `now`. */
export function storeMessage(
  store: Store,
  mailboxId: string,
  key: string,
  { from, subject, body, minutes, hasOtp }: DemoMessage,
  now: number,
): void {
  store.messages.put({
    id: `msg_${stableId(`message:${key}`).replaceAll('-', '').slice(0, 20)}`,
    mailboxId,
    fromAddress: from,
    subject,
    preview: body.slice(0, 140),
    hasOtp,
    receivedAt: minutesAgo(now, minutes),
    sandbox: { body },
  });
}
