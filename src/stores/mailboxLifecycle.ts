import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../client/client.ts';
import { ApiError } from '../client/failure.ts';
import type { Mailbox, MailboxCapacity } from '../contract/records/mailbox.ts';
import { isNotOffered, readIfOffered } from './notOffered.ts';

/** Options of the wait for a mailbox. */
interface ReadyWait {
  /** Pause between two reads, in milliseconds. */
  readonly pollMs: number;
  /** End of the wait, in milliseconds since 1970. */
  readonly until: number;
  /** Ends the wait immediately. */
  readonly signal: AbortSignal;
}

/** Reads how many mailboxes can still be created; undefined if the service does not tell or has no limit (wire facts 15). */
export async function readCapacity(client: Client): Promise<MailboxCapacity | undefined> {
  try {
    return (await client.getMailboxCapacity({})).value.data;
  } catch (error) {
    const hasNoLimit = error instanceof ApiError && error.status === 503;
    if (hasNoLimit || isNotOffered(error)) return undefined;
    throw error;
  }
}

/** Waits until the service has created a mailbox, and returns it as it is then (wire facts 15). */
export async function readyMailbox(
  client: Client,
  mailbox: Mailbox,
  { pollMs, until, signal }: ReadyWait,
): Promise<Mailbox> {
  let latest = mailbox;
  while (latest.status === 'provisioning' && !signal.aborted && Date.now() < until) {
    await sleep(pollMs, undefined, { signal }).catch(() => undefined);
    const read = client.getMailbox({ params: { mailboxId: mailbox.id } }).then(({ value }) => value.data);
    const next = await readIfOffered<Mailbox | undefined>(read, undefined);
    if (!next) return latest;
    latest = next;
  }
  return latest;
}
