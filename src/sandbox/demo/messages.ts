import type { Attachment, MailboxMessage } from '../../contract/records/mailbox.ts';
import { previewOfMail } from '../records/mail.ts';
import { minutesAgo } from './ago.ts';
import { stableId } from '../records/stableId.ts';
import type { StoredMessage } from '../store/stored.ts';
import { demoMailboxId } from './mailboxes.ts';
import messages from './messages.json' with { type: 'json' };

/** Returns the messages of the demo mailboxes, dated relative to `now`. */
export function demoMessages(now: number): readonly StoredMessage[] {
  return messages.map(({ mailbox, minutesAgo: minutes, ...message }, index) =>
    messageOf(`demo-${index}`, demoMailboxId(mailbox), { ...message, receivedAt: minutesAgo(now, minutes) }),
  );
}

/** Creates a message record from its full text; `key` determines its ID. */
export function messageOf(
  key: string,
  mailboxId: string,
  {
    body,
    attachments,
    ...rest
  }: Omit<MailboxMessage, 'id' | 'mailboxId' | 'preview'> & {
    readonly body: string;
    readonly attachments?: readonly Attachment[] | undefined;
  },
): StoredMessage {
  const id = `msg_${stableId(`message:${key}`).replaceAll('-', '').slice(0, 20)}`;
  return { ...rest, id, mailboxId, preview: previewOfMail(body), sandbox: { body, attachments } };
}
