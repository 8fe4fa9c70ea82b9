import type { Client } from '../client/client.ts';
import type { Attachment, MailboxMessage } from '../contract/records/mailbox.ts';
import { readIfOffered } from './notOffered.ts';

/** A message whose preview is all of its text, as far as that is known. */
export type WholeMessage = MailboxMessage & {
  readonly fromName?: string | null | undefined;
  readonly attachmentCount?: number | null | undefined;
  readonly attachments?: readonly Attachment[] | null | undefined;
  /** True if the preview is only the beginning of the text. */
  readonly isPreview: boolean;
};

/** Reads all of a message; returns what its list showed if the service does not offer more (wire facts 15). */
export async function readWholeMessage(client: Client, message: MailboxMessage): Promise<WholeMessage> {
  const { id, mailboxId, preview } = message;
  const beginning = { ...message, isPreview: true };
  if (!mailboxId) return beginning;
  const params = { mailboxId, messageId: id };
  const read = client.getMailboxMessage({ params }).then(({ value: { data } }): WholeMessage => {
    const { textBody, ...full } = data;
    // The IDs of the list stay, since marks and reports refer to them.
    return { ...message, ...full, id, mailboxId, preview: textBody ?? preview, isPreview: textBody == null };
  });
  return readIfOffered(read, beginning);
}
