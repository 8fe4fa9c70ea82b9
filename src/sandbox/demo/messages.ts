import type { MailboxMessage } from '../../contract/records/mailbox.ts';
import { previewOf } from '../records/messagePreview.ts';
import { minutesAgo } from './ago.ts';
import { stableId } from '../records/stableId.ts';
import { demoMailboxId } from './mailboxes.ts';

/** A message with its full text; its record contains only a preview (spec 2.6). */
export interface DemoMessage {
  readonly message: MailboxMessage;
  readonly body: string;
}

type Given = readonly [
  mailbox: string,
  minutes: number,
  hasOtp: boolean,
  from: string,
  subject: string,
  body: string,
];

const given: readonly Given[] = [
  [
    'gmail',
    4,
    true,
    'no-reply@shop.example',
    'Your sign-in code is 482 913',
    'Use 482 913 to sign in. The code is valid for ten minutes. Do not share it with anybody.',
  ],
  [
    'gmail',
    38,
    true,
    'security@bank.example',
    'Confirm your new device',
    'Hello,\n\nenter 774120 in the app to confirm this device. If this was not you, call us.',
  ],
  [
    'gmail',
    181,
    false,
    'letters@news.example',
    'This week: twelve small kitchens, one long train ride, the quiet return of the paper map, and why the best bread in town is baked by a retired clockmaker who opens on Thursdays only',
    'Good morning. We begin with a kitchen of four square metres, in which nothing is where you would look for it and all is within reach.',
  ],
  [
    'gmail',
    1502,
    false,
    'bestellung@laden.example',
    'Ihre Bestellung 2041 ist unterwegs – Lieferung am Freitag',
    'Guten Tag, Ihre Bestellung 2041 wurde heute übergeben. Die Zustellung erfolgt zwischen 9 und 13 Uhr.',
  ],
  [
    'gmail',
    3010,
    true,
    'support@ride.example',
    '確認コード: 5561',
    'アプリに 5561 を入力してください。有効期限は5分です。',
  ],
  [
    'gmail',
    4400,
    false,
    'orders@shop.example',
    'Receipt for order 118820',
    'Thank you. Order 118820, two items, 19.90 in total. No code is needed to collect it.',
  ],
  ['gmail', 7004, false, 'calendar@team.example', '', 'Invitation: planning, Monday at ten.'],
  [
    'gmail',
    8650,
    false,
    'أخبار@news.example',
    'ملخص الأسبوع: المدينة تفتح المتنزه الجديد',
    'صباح الخير. هذا ملخص أخبار الأسبوع في المدينة.',
  ],
  [
    'allocated',
    11,
    true,
    'welcome@forum.example',
    'Welcome! One step is left 🎉',
    'Your verification code: G-204815. It is valid for 30 minutes.',
  ],
  [
    'allocated',
    95,
    true,
    'noreply@stream.example',
    'Код подтверждения',
    'Ваш код подтверждения: 9037. Никому его не сообщайте.',
  ],
  [
    'allocated',
    96,
    true,
    'noreply@stream.example',
    'Код подтверждения',
    'Ваш код подтверждения: 1184. Никому его не сообщайте.',
  ],
  [
    'allocated',
    2900,
    false,
    'digest@forum.example',
    'Re: Re: Fwd: Which phone do you test on?',
    'Seven new answers in a thread that you follow. <b>This text</b> is not markup & must be shown as it is.',
  ],
  ['exhausted', 20, false, 'probe@load.example', 'Probe 497', 'Message 497 of 500.'],
  ['exhausted', 21, true, 'probe@load.example', 'Probe 496', 'Message 496 of 500. Passcode 000496.'],
];

/** Returns the messages of the demo mailboxes, dated relative to `now`. */
export function demoMessages(now: number): readonly DemoMessage[] {
  return given.map(([mailbox, minutes, hasOtp, from, subject, body], index) =>
    messageOf(`demo-${index}`, demoMailboxId(mailbox), {
      fromAddress: from,
      subject,
      body,
      hasOtp,
      receivedAt: minutesAgo(now, minutes),
    }),
  );
}

/** Creates a message record from its full text; `key` determines its ID. */
export function messageOf(
  key: string,
  mailboxId: string,
  { body, ...rest }: Omit<MailboxMessage, 'id' | 'mailboxId' | 'preview'> & { readonly body: string },
): DemoMessage {
  const id = `msg_${stableId(`message:${key}`).replaceAll('-', '').slice(0, 20)}`;
  return { message: { ...rest, id, mailboxId, preview: previewOf(body) }, body };
}
