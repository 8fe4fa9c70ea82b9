import type { Client } from '../client/client.ts';
import type { MailboxMessage } from '../contract/records/mailbox.ts';
import { type MailboxStore, readMessages, receivedTime, WITH_PASSCODE } from './mailboxStore.ts';

/** Reads the newest message with a passcode of all mailboxes; undefined if there is none. */
export async function readNewestPasscode(
  client: Client,
  mailboxes: Pick<MailboxStore, 'all'>,
): Promise<MailboxMessage | undefined> {
  const known = new Set<string>();
  for await (const page of mailboxes.all()) for (const { id } of page) known.add(id);
  const { signal } = new AbortController();
  const reads = await Promise.allSettled(
    [...known].map(async mailboxId => {
      const { items } = await readMessages(client, mailboxId, WITH_PASSCODE, undefined, signal);
      return items.map(message => ({ ...message, mailboxId }));
    }),
  );
  const messages = reads.flatMap(read => (read.status === 'fulfilled' ? read.value : []));
  const failed = reads.find(read => read.status === 'rejected');
  // A mailbox that could not be read may contain a passcode.
  if (messages.length === 0 && failed) throw failed.reason;
  return messages.toSorted((a, b) => receivedTime(a) - receivedTime(b)).at(-1);
}
